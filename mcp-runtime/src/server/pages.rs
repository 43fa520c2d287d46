//! The lists of a server, page by page, written when it is built.

use crate::protocol::json::Members;
use crate::protocol::version::ProtocolVersion;

use super::answer;
use super::identity::Identity;
use super::settings::Settings;

/// What can be listed.
pub(crate) trait Listed {
    /// The member of the result that holds the list.
    const MEMBER: &'static str;

    /// What no other item of the list is called.
    fn key(&self) -> &str;

    /// The item as a revision has it.
    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion);
}

/// One list, for each revision.
#[derive(Debug)]
pub(crate) struct Pages(Vec<Vec<Page>>);

/// One page.
#[derive(Debug)]
struct Page {
    /// What asks for it; none asks for the first.
    cursor: Option<String>,
    /// The result, as JSON text.
    result: Vec<u8>,
}

impl Pages {
    pub(crate) fn new<T: Listed>(items: &[T], settings: &Settings, identity: &Identity) -> Self {
        let versions = ProtocolVersion::ALL.into_iter();
        Self(
            versions
                .map(|version| pages(items, version, settings, identity))
                .collect(),
        )
    }

    /// The result that lists a page; `None` when the cursor was not given out.
    pub(crate) fn find(&self, version: ProtocolVersion, cursor: Option<&str>) -> Option<&[u8]> {
        self.0
            .get(version.index())?
            .iter()
            .find(|page| page.cursor.as_deref() == cursor)
            .map(|page| &*page.result)
    }
}

fn pages<T: Listed>(
    items: &[T],
    version: ProtocolVersion,
    settings: &Settings,
    identity: &Identity,
) -> Vec<Page> {
    let size = settings.page_size.unwrap_or(items.len()).max(1);
    let mut chunks: Vec<&[T]> = items.chunks(size).collect();
    if chunks.is_empty() {
        chunks.push(&[]);
    }
    let cursors: Vec<Option<String>> = std::iter::once(None)
        .chain(
            chunks
                .iter()
                .map(|chunk| chunk.last().map(|item| cursor_after(item.key()))),
        )
        .collect();
    let last = chunks.len() - 1;
    chunks
        .into_iter()
        .enumerate()
        .map(|(index, chunk)| {
            let write = |members: &mut Members<'_>| {
                members.array(T::MEMBER, chunk, |out, item| item.write(out, version));
                if index < last {
                    if let Some(next) = cursors.get(index + 1).and_then(Option::as_deref) {
                        members.string("nextCursor", next);
                    }
                }
                if version.has_cache_hints() {
                    write_cache_hints(members, settings);
                }
            };
            Page {
                cursor: cursors.get(index).cloned().flatten(),
                result: answer::result(version, identity, write),
            }
        })
        .collect()
}

/// How long a list may be kept, and by whom.
pub(crate) fn write_cache_hints(members: &mut Members<'_>, settings: &Settings) {
    let milliseconds = u64::try_from(settings.cache_for.as_millis()).unwrap_or(u64::MAX);
    members.unsigned("ttlMs", milliseconds);
    members.string("cacheScope", settings.cache_scope.as_str());
}

/// What asks for the page after an item. It names the item, so replicas of a server agree on it.
fn cursor_after(key: &str) -> String {
    crate::tool::base64::encode(format!("after {key}").as_bytes())
}
