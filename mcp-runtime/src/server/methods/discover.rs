//! `server/discover`: what a client may know before anything else.

use crate::protocol::json;
use crate::protocol::version::ProtocolVersion;
use crate::server::answer;
use crate::server::capabilities::Capabilities;
use crate::server::era::stateless_versions;
use crate::server::identity::Identity;
use crate::server::pages::write_cache_hints;
use crate::server::settings::Settings;

pub(crate) fn answer(
    id: &str,
    version: ProtocolVersion,
    (identity, capabilities): (&Identity, Capabilities<'_>),
    settings: &Settings,
) -> Vec<u8> {
    answer::introducing(id, version, identity, |result| {
        result.array("supportedVersions", stateless_versions(), |out, version| {
            json::string(out, version.as_str());
        });
        capabilities.write(result, version);
        if let Some(instructions) = &identity.instructions {
            result.string("instructions", instructions);
        }
        write_cache_hints(result, settings.cache());
    })
}
