//! `server/discover`: what a client may know before anything else.

use crate::protocol::json;
use crate::protocol::version::ProtocolVersion;
use crate::server::answer;
use crate::server::changes::Hub;
use crate::server::era::stateless_versions;
use crate::server::identity::Identity;
use crate::server::pages::write_cache_hints;
use crate::server::settings::Settings;

use super::initialize::write_capabilities;

pub(crate) fn answer(
    id: &str,
    version: ProtocolVersion,
    identity: &Identity,
    (settings, hub): (&Settings, &Hub),
) -> Vec<u8> {
    answer::introducing(id, version, identity, |result| {
        result.array("supportedVersions", stateless_versions(), |out, version| {
            json::string(out, version.as_str());
        });
        write_capabilities(result, hub);
        if let Some(instructions) = &identity.instructions {
            result.string("instructions", instructions);
        }
        write_cache_hints(result, settings);
    })
}
