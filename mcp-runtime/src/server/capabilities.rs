//! What a server says it can do: exactly what it was given.

use std::collections::BTreeSet;

use crate::protocol::changed_list::ChangedList;
use crate::protocol::json::Members;
use crate::protocol::version::ProtocolVersion;

use super::changes::Hub;

/// What a server has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a capability, which is there or is not"
)]
pub(crate) struct Offers {
    pub(crate) tools: bool,
    pub(crate) prompts: bool,
    pub(crate) resources: bool,
    pub(crate) completions: bool,
}

/// What a server has, and what of it may change.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Capabilities<'a> {
    pub(crate) offers: Offers,
    pub(crate) hub: &'a Hub,
}

impl Capabilities<'_> {
    /// There is such a list.
    pub(crate) fn has(self, list: ChangedList) -> bool {
        match list {
            ChangedList::Tools => self.offers.tools,
            ChangedList::Prompts => self.offers.prompts,
            // What changes may be an address that no list has.
            ChangedList::Resources => self.offers.resources || self.hub.offers_resources(),
        }
    }

    /// There is such a list, and it may change.
    fn may_change(self, list: ChangedList) -> bool {
        self.has(list) && self.hub.offers_list(list)
    }

    /// The lists that may change.
    pub(crate) fn changing_lists(self) -> BTreeSet<ChangedList> {
        let lists = ChangedList::ALL.into_iter();
        lists.filter(|list| self.may_change(*list)).collect()
    }

    /// Something may change: there is a reason to listen.
    pub(crate) fn change(self) -> bool {
        self.hub.offers_resources() || !self.changing_lists().is_empty()
    }

    pub(crate) fn write(self, result: &mut Members<'_>, version: ProtocolVersion) {
        let Self { offers, hub } = self;
        let may_change = |members: &mut Members<'_>, list| {
            if self.may_change(list) {
                members.bool("listChanged", true);
            }
        };
        result.object("capabilities", |capabilities| {
            capabilities.object("logging", |_| {});
            if offers.tools {
                capabilities.object("tools", |tools| may_change(tools, ChangedList::Tools));
            }
            if offers.prompts {
                capabilities.object("prompts", |prompts| {
                    may_change(prompts, ChangedList::Prompts);
                });
            }
            if self.has(ChangedList::Resources) {
                capabilities.object("resources", |resources| {
                    if hub.offers_resources() {
                        resources.bool("subscribe", true);
                    }
                    may_change(resources, ChangedList::Resources);
                });
            }
            if offers.completions && version.has_completions_capability() {
                capabilities.object("completions", |_| {});
            }
        });
    }
}
