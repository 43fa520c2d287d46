//! `ping`: an empty answer.

use crate::protocol::version::ProtocolVersion;
use crate::server::answer;
use crate::server::identity::Identity;

pub(crate) fn answer(id: &str, version: ProtocolVersion, identity: &Identity) -> Vec<u8> {
    answer::plain(id, version, identity, |_| {})
}
