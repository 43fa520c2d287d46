//! The lists of a server, page by page: each item is written when the server is built, and a list
//! is put together of those that are shown.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::protocol::json::{self, Members};
use crate::protocol::version::ProtocolVersion;

use super::answer;
use super::identity::Identity;
use super::settings::{CacheScope, Settings};

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
pub(crate) struct Pages {
    member: &'static str,
    /// The items as JSON text, for each revision.
    written: Vec<Vec<Box<[u8]>>>,
    /// What asks for the page after each item.
    cursors: Vec<String>,
    /// Where each cursor goes on; empty where there is one page.
    starts: HashMap<String, usize>,
    size: usize,
    scope: CacheScope,
    settings: Settings,
    identity: Arc<Identity>,
}

impl Pages {
    pub(crate) fn new<T: Listed>(
        items: &[T],
        settings: &Settings,
        identity: &Arc<Identity>,
    ) -> Self {
        let write = |item: &T, version| {
            let mut out = Vec::new();
            item.write(&mut out, version);
            out.into_boxed_slice()
        };
        let cursors: Vec<_> = items.iter().map(|item| cursor_after(item.key())).collect();
        let starts = cursors.iter().cloned().zip(1..);
        Self {
            member: T::MEMBER,
            written: ProtocolVersion::ALL
                .into_iter()
                .map(|version| items.iter().map(|item| write(item, version)).collect())
                .collect(),
            starts: starts
                .take(settings.page_size.map_or(0, |_| cursors.len()))
                .collect(),
            cursors,
            size: settings.page_size.unwrap_or(usize::MAX).max(1),
            scope: settings.cache_scope,
            settings: settings.clone(),
            identity: Arc::clone(identity),
        }
    }

    /// The list depends on who asks for it.
    pub(crate) fn private(mut self) -> Self {
        self.scope = CacheScope::Private;
        self
    }

    /// The result that lists a page of the items that `shows` shows, by their places; `None` when
    /// the cursor was not given out.
    pub(crate) fn find(
        &self,
        version: ProtocolVersion,
        cursor: Option<&str>,
        shows: impl Fn(usize) -> bool,
    ) -> Option<Vec<u8>> {
        let start = match cursor {
            None => 0,
            Some(cursor) => *self.starts.get(cursor)?,
        };
        let written = self.written.get(version.index())?;
        let mut rest = written.iter().enumerate().skip(start);
        let mut rest = rest.by_ref().filter(|(place, _)| shows(*place));
        let page: Vec<_> = rest.by_ref().take(self.size).collect();
        let next = match (page.last(), rest.next()) {
            (Some((last, _)), Some(_)) => self.cursors.get(*last),
            _ => None,
        };
        Some(answer::result(version, &self.identity, |result| {
            result.value(self.member, |out| {
                out.reserve(page.iter().map(|(_, item)| item.len() + 1).sum());
                json::array(out, page, |out, (_, item)| out.extend_from_slice(item));
            });
            if let Some(next) = next {
                result.string("nextCursor", next);
            }
            if version.has_cache_hints() {
                write_cache_hints(result, (self.settings.cache_for, self.scope));
            }
        }))
    }

    /// As [`find`](Self::find), of the items that a caller `may_see`: who may not see the item that
    /// a cursor names was not given it.
    pub(crate) fn find_for(
        &self,
        version: ProtocolVersion,
        cursor: Option<&str>,
        may_see: impl Fn(usize) -> bool,
        is_on: impl Fn(usize) -> bool,
    ) -> Option<Vec<u8>> {
        let named = cursor.and_then(|cursor| self.before(cursor));
        if named.is_some_and(|place| !may_see(place)) {
            return None;
        }
        self.find(version, cursor, |place| is_on(place) && may_see(place))
    }

    /// The place of the item that a cursor names.
    fn before(&self, cursor: &str) -> Option<usize> {
        self.starts
            .get(cursor)
            .and_then(|start| start.checked_sub(1))
    }
}

/// How long what is sent may be kept, and by whom.
pub(crate) fn write_cache_hints(
    members: &mut Members<'_>,
    (cache_for, scope): (Duration, CacheScope),
) {
    let milliseconds = u64::try_from(cache_for.as_millis()).unwrap_or(u64::MAX);
    members.unsigned("ttlMs", milliseconds);
    members.string("cacheScope", scope.as_str());
}

/// What asks for the page after an item. It names the item, so replicas of a server agree on it.
fn cursor_after(key: &str) -> String {
    crate::tool::base64::encode(format!("after {key}").as_bytes())
}
