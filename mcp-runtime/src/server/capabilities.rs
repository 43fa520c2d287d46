//! What a server says it can do: exactly what it was given.

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
    pub(crate) fn write(self, result: &mut Members<'_>, version: ProtocolVersion) {
        let Self { offers, hub } = self;
        let may_change = |members: &mut Members<'_>, list| {
            if hub.offers_list(list) {
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
            if offers.resources || hub.offers_resources() {
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
