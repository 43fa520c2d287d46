use mcp_runtime::resource;

/// No scheme.
#[resource(uri = "notes")]
fn a() {}

/// A blank.
#[resource(uri = "notes://to day")]
fn b() {}

/// A list.
#[resource(uri = "notes://{ids*}")]
fn c(ids: String) {}

/// A prefix.
#[resource(uri = "notes://{id:3}")]
fn d(id: String) {}

/// Path segments.
#[resource(uri = "notes://root{/id}")]
fn e(id: String) {}

/// A fragment.
#[resource(uri = "notes://root{#id}")]
fn f(id: String) {}

/// Parameters that go on.
#[resource(uri = "notes://root?a=1{&id}")]
fn g(id: String) {}

/// Several in one.
#[resource(uri = "notes://{x,y}")]
fn h(x: String, y: String) {}

/// Side by side.
#[resource(uri = "notes://{x}{y}")]
fn i(x: String, y: String) {}

/// Two without an end.
#[resource(uri = "notes://{+x}/{+y}")]
fn j(x: String, y: String) {}

/// Open.
#[resource(uri = "notes://{x")]
fn k(x: String) {}

/// None.
#[resource]
fn l() {}

fn main() {}
