use mcp_runtime::resource;

const URI: &str = "notes://today";

/// Notes.
#[resource(uri = "notes://50%")]
fn a() {}

/// Notes.
#[resource(uri = "notes://{}")]
fn b() {}

/// Notes.
#[resource(uri = "notes://{|id}")]
fn c(id: &str) {
    let _ = id;
}

/// Notes.
#[resource(uri = "notes://{note-id}")]
fn d() {}

/// Notes.
#[resource(uri = "notes://{id}/{id}")]
fn e(id: &str) {
    let _ = id;
}

/// Notes.
#[resource(uri = "notes://{?id}/today")]
fn f(id: &str) {
    let _ = id;
}

/// Notes.
#[resource(uri = "notes://all?sort=1{?id}")]
fn g(id: &str) {
    let _ = id;
}

/// Notes.
#[resource(uri = "notes://all{/path*}")]
fn h(path: &str) {
    let _ = path;
}

/// Notes.
#[resource(uri = "notes://all{.kind}")]
fn i(kind: &str) {
    let _ = kind;
}

/// Notes.
#[resource(uri = "notes://all{;page}")]
fn j(page: &str) {
    let _ = page;
}

/// Notes.
#[resource(uri = "notes://{+path*}")]
fn k(path: &str) {
    let _ = path;
}

/// Notes.
#[resource(uri = "notes://all{?id}{&page}")]
fn l(id: &str, page: &str) {
    let _ = id;
    let _ = page;
}

/// Notes.
#[resource(uri = URI)]
fn m() {}

/// Today's.
#[resource(uri = "notes://today", name = "")]
fn n() -> String {
    String::new()
}

fn main() {}
