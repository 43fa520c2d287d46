//! What every item of a list says of itself: a tool, a prompt, a resource.

use crate::protocol::json::Members;
use crate::protocol::version::ProtocolVersion;

use super::identity::Icon;

/// What an item says of itself.
pub(crate) struct Item<'a> {
    pub(crate) name: &'a str,
    pub(crate) title: Option<&'a str>,
    pub(crate) description: &'a str,
    pub(crate) icon: Option<&'a str>,
    /// As JSON text.
    pub(crate) meta: Option<String>,
}

impl Item<'_> {
    /// Writes it as a revision has it, with the members that its kind has beside these.
    pub(crate) fn write<'m>(
        &self,
        item: &mut Members<'m>,
        version: ProtocolVersion,
        own: impl FnOnce(&mut Members<'m>),
    ) {
        item.string("name", self.name);
        if let Some(title) = self.title.filter(|_| version.has_titles()) {
            item.string("title", title);
        }
        item.string("description", self.description);
        if let Some(icon) = self.icon.filter(|_| version.has_icons()) {
            item.array("icons", [Icon::new(icon)], |out, icon| icon.write(out));
        }
        own(item);
        if let Some(meta) = self.meta.as_ref().filter(|_| version.has_item_meta()) {
            item.raw("_meta", meta);
        }
    }
}
