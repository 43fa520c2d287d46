//! Addresses of resources: what a template is filled with is what is read back, and what is read is what stands there.
//!
//! The input, a line each: an address; then four values for the variables of templates.

#![no_main]

use std::sync::OnceLock;

use fuzz::given;
use libfuzzer_sys::fuzz_target;
use mcp_runtime::testing::Client;
use mcp_runtime::{Server, resource, resources};
use serde_json::{Value, json};

/// A fixed one.
#[resource(uri = "notes://today")]
fn today() -> String {
    said("today", &[])
}

/// A number.
#[resource(uri = "notes://{id}")]
fn note(id: u32) -> String {
    said("note", &[&id.to_string()])
}

/// One segment between others.
#[resource(uri = "orders://{shop}/{order}/items")]
fn order(shop: &str, order: &str) -> String {
    said("order", &[shop, order])
}

/// Several segments, and one on either side.
#[resource(uri = "repo://{name}/{+path}@{version}")]
fn file(name: &str, path: &str, version: &str) -> String {
    said("file", &[name, path, version])
}

/// What may lead anywhere.
#[resource(uri = "any:{+path}", any_path)]
fn any(path: &str) -> String {
    said("any", &[path])
}

/// Parameters in any order.
#[resource(uri = "find://{what}{?from,to}")]
fn find(what: &str, from: Option<&str>, to: Option<&str>) -> String {
    json!(["find", what, from, to]).to_string()
}

/// Parameters in one order.
#[resource(uri = "search:for?q={q}&in={place}")]
fn search(q: &str, place: &str) -> String {
    said("search", &[q, place])
}

fn said(which: &str, values: &[&str]) -> String {
    json!([&[which], values].concat()).to_string()
}

fn client() -> Client {
    static SERVER: OnceLock<Server> = OnceLock::new();
    let server = SERVER.get_or_init(|| {
        let server = Server::builder("fuzz", "1.0.0");
        let server = server.resources(resources![today, note, order, file, any, find, search]);
        server.build().expect("it is a server")
    });
    Client::new(server)
}

fuzz_target!(|input: &str| {
    let mut lines = input.splitn(5, '\n');
    let client = client();
    if let Some(address) = lines.next() {
        if let Some(read) = read(&client, address) {
            stands_there(address, &read);
        }
    }
    let values: Vec<&str> = lines.collect();
    let [a, b, c, d] = values[..] else { return };

    let simple = encoded(a, false);
    let (b_simple, c_simple, d_simple) = (encoded(b, false), encoded(c, false), encoded(d, false));
    // What a variable of a path cannot be; without it, what stands around may be read as another.
    let empty = |values: &[&str]| values.iter().any(|value| value.is_empty());
    let climb = |values: &[&str]| values.iter().any(|value| climbs(value));
    let expect = |address: String, path: &[&str], inside: bool, expected: Value| {
        let read = read(&client, &address);
        if let Some(read) = &read {
            stands_there(&address, read);
        }
        if !empty(path) {
            assert_eq!(read, inside.then_some(expected), "{address}");
        }
    };
    let order = format!("orders://{simple}/{b_simple}/items");
    expect(order, &[a, b], !climb(&[a, b]), json!(["order", a, b]));
    let path = encoded(b, true);
    let file = format!("repo://{simple}/{path}@{c_simple}");
    expect(
        file,
        &[a, b, c],
        !climb(&[a, b, c]),
        json!(["file", a, b, c]),
    );
    expect(format!("any:{path}"), &[b], true, json!(["any", b]));
    for query in [
        format!("from={c_simple}&to={d_simple}"),
        format!("to={d_simple}&from={c_simple}"),
    ] {
        let find = format!("find://{simple}?{query}");
        expect(find, &[a], !climb(&[a, c, d]), json!(["find", a, c, d]));
    }
    expect(
        format!("find://{simple}"),
        &[a],
        !climb(&[a]),
        json!(["find", a, null, null]),
    );
    let search = format!("search:for?q={simple}&in={b_simple}");
    expect(search, &[a, b], !climb(&[a, b]), json!(["search", a, b]));
});

/// What the resource of an address says; `None` where there is none.
#[track_caller]
fn read(client: &Client, address: &str) -> Option<Value> {
    match given(client.request("resources/read", json!({ "uri": address }))) {
        Ok(result) => {
            assert_eq!(result["contents"][0]["uri"], address, "{result}");
            let text = result["contents"][0]["text"]
                .as_str()
                .expect("it is a text");
            Some(serde_json::from_str(text).expect("it is what `said` says"))
        }
        Err(error) => {
            assert_eq!(error.code, -32602, "{error}");
            None
        }
    }
}

/// What was read, written out again, is what the address says, however that was encoded.
#[track_caller]
fn stands_there(address: &str, read: &Value) {
    let value = |place: usize| read[place].as_str().unwrap_or_default();
    let all = |values: &[usize]| values.iter().all(|place| !climbs(value(*place)));
    let (again, inside) = match value(0) {
        "today" => ("notes://today".to_owned(), true),
        "note" => {
            // One resource has one address, but for how its letters are encoded.
            (format!("notes://{}", value(1)), true)
        }
        "order" => (
            format!("orders://{}/{}/items", value(1), value(2)),
            all(&[1, 2]),
        ),
        "file" => (
            format!("repo://{}/{}@{}", value(1), value(2), value(3)),
            all(&[1, 2, 3]),
        ),
        "any" => (format!("any:{}", value(1)), true),
        "search" => (
            format!("search:for?q={}&in={}", value(1), value(2)),
            all(&[1, 2]),
        ),
        _ => {
            let (path, query) = address.split_once('?').unwrap_or((address, ""));
            assert_eq!(plain(path), format!("find://{}", value(1)));
            let mut said: Vec<String> = query
                .split('&')
                .filter(|pair| !pair.is_empty())
                .map(|pair| {
                    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                    format!("{}={}", plain(name), plain(value))
                })
                .collect();
            said.sort_unstable();
            let names = [("from", 2), ("to", 3)];
            let read = names.iter().filter(|(_, place)| !read[*place].is_null());
            let read: Vec<_> = read
                .map(|(name, place)| format!("{name}={}", value(*place)))
                .collect();
            assert_eq!(said, read, "{address}");
            return;
        }
    };
    assert_eq!(plain(address), again, "{address}");
    assert!(inside, "it leads out of its place: {address}");
}

/// Whether a path leads somewhere else than below its place.
fn climbs(value: &str) -> bool {
    let value = value.replace('\\', "/");
    let steps = format!("/{value}/");
    value.starts_with('/')
        || steps.contains("/../")
        || steps.contains("/./")
        || value.contains('\0')
}

/// [RFC 6570, section 3.2.1](https://www.rfc-editor.org/rfc/rfc6570#section-3.2.1).
fn encoded(value: &str, reserved: bool) -> String {
    let mut text = String::new();
    for byte in value.bytes() {
        let stays = byte.is_ascii_alphanumeric()
            || b"-._~".contains(&byte)
            || (reserved && b":/?#[]@!$&'()*+,;=".contains(&byte));
        if stays {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

/// The text behind percent signs.
fn plain(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let code = behind
            .get(..2)
            .and_then(|code| std::str::from_utf8(code).ok());
        let byte = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        match byte.filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
