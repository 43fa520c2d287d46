//! The names of the fields of structs, in the order written, as `serde` says them to whoever
//! decodes one.

use std::cell::RefCell;

/// The fields of one struct.
pub(crate) type Fields = &'static [&'static str];

thread_local! {
    static NOTED: RefCell<Option<Vec<Fields>>> = const { RefCell::new(None) };
}

/// The fields of the structs that something decodes on this thread.
pub(crate) fn noted<T>(decode: impl FnOnce() -> T) -> (T, Vec<Fields>) {
    NOTED.set(Some(Vec::new()));
    let decoded = decode();
    (decoded, NOTED.take().unwrap_or_default())
}

/// Notes the fields of a struct, where somebody asks for them.
pub(super) fn note(fields: Fields) {
    NOTED.with_borrow_mut(|noted| {
        if let Some(noted) = noted.as_mut().filter(|noted| !noted.contains(&fields)) {
            noted.push(fields);
        }
    });
}
