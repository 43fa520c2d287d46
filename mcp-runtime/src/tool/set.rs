//! The tools of a server, in the order written.

use super::entry::ToolEntry;

/// Tools listed by [`tools!`](crate::tools).
#[derive(Debug)]
pub struct ToolSet<State: 'static> {
    pub(crate) entries: Vec<&'static ToolEntry<State>>,
}

impl<State: 'static> ToolSet<State> {
    /// The tools of what was listed, one after the other.
    #[doc(hidden)]
    #[must_use]
    pub fn from_groups(listed: &[&'static [&'static [ToolEntry<State>]]]) -> Self {
        let groups = listed.iter().copied().flatten().copied();
        Self {
            entries: groups.flatten().collect(),
        }
    }
}

/// Fails the build when two of the names are the same, and says which.
///
/// The compiler stops a constant that takes too long. So a name is compared with the others only
/// when its hash has been seen before, and a list may have some thousand names.
///
/// # Panics
///
/// Two names are the same; in const evaluation this is a compile error.
#[allow(
    clippy::indexing_slicing,
    reason = "each index is below its length, and `get` is not for constants yet"
)]
pub const fn assert_distinct(listed: &[&[&str]]) {
    let mut seen = [0_u64; 1024];
    // From the end, because what may be equal stands behind.
    let mut group = listed.len();
    while group > 0 {
        group -= 1;
        let mut name = listed[group].len();
        while name > 0 {
            name -= 1;
            let hash = hash(listed[group][name].as_bytes());
            let (word, bit) = ((hash >> 6) as usize, 1 << (hash & 63));
            if seen[word] & bit != 0 && is_repeated(listed, group, name) {
                refuse(listed[group][name]);
            }
            seen[word] |= bit;
        }
    }
}

/// FNV-1a, folded to 16 bits.
#[allow(
    clippy::indexing_slicing,
    reason = "each index is below its length, and `get` is not for constants yet"
)]
const fn hash(bytes: &[u8]) -> u32 {
    let mut hash: u32 = 0x811c_9dc5;
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u32).wrapping_mul(0x0100_0193);
        index += 1;
    }
    (hash >> 16) ^ (hash & 0xffff)
}

/// Whether a name stands again behind a place in the list.
#[allow(
    clippy::indexing_slicing,
    reason = "each index is below its length, and `get` is not for constants yet"
)]
const fn is_repeated(listed: &[&[&str]], group: usize, name: usize) -> bool {
    let mut other_group = group;
    let mut other = name + 1;
    while other_group < listed.len() {
        while other < listed[other_group].len() {
            if are_equal(
                listed[group][name].as_bytes(),
                listed[other_group][other].as_bytes(),
            ) {
                return true;
            }
            other += 1;
        }
        other = 0;
        other_group += 1;
    }
    false
}

#[allow(
    clippy::indexing_slicing,
    reason = "each index is below its length, and `get` is not for constants yet"
)]
const fn are_equal(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[allow(
    clippy::panic,
    reason = "in a constant this is the message of a compile error"
)]
const fn refuse(name: &str) -> ! {
    let (text, length) = message(&[
        "two tools are named `",
        name,
        "`\n\nhelp: give one of them another name with `#[tool(name = \"..\")]`, or list it once",
    ]);
    match std::str::from_utf8(text.split_at(length).0) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("two tools have the same name"),
    }
}

/// Some texts as one. A name has at most 128 letters.
#[allow(
    clippy::indexing_slicing,
    reason = "each index is below its length, and `get` is not for constants yet"
)]
const fn message(parts: &[&str]) -> ([u8; 512], usize) {
    let mut text = [0; 512];
    let mut length = 0;
    let mut part = 0;
    while part < parts.len() {
        let bytes = parts[part].as_bytes();
        let mut index = 0;
        while index < bytes.len() && length < text.len() {
            text[length] = bytes[index];
            length += 1;
            index += 1;
        }
        part += 1;
    }
    (text, length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thousand names, in groups of ten.
    macro_rules! thousand {
        ($($a:literal)*) => {
            thousand!(@ $(
                [$a 0] [$a 1] [$a 2] [$a 3] [$a 4] [$a 5] [$a 6] [$a 7] [$a 8] [$a 9]
            )*)
        };
        (@ $([$a:literal $b:literal])*) => {
            &[$(ten!($a $b: 0 1 2 3 4 5 6 7 8 9)),*]
        };
    }

    macro_rules! ten {
        ($a:literal $b:literal: $($c:literal)*) => {
            &[$(concat!("read_the_settings_of_machine_", $a, $b, $c)),*] as &[&str]
        };
    }

    const THOUSAND: &[&[&str]] = thousand!(0 1 2 3 4 5 6 7 8 9);

    // Fails to compile when it takes the compiler too long.
    const _: () = assert_distinct(THOUSAND);

    #[test]
    fn a_repeated_name_is_found_among_a_thousand() {
        assert_distinct(THOUSAND);
        let twice = [THOUSAND, &[&["read_the_settings_of_machine_500"]]].concat();
        let refused = std::panic::catch_unwind(|| assert_distinct(&twice));
        let message = refused
            .err()
            .and_then(|payload| payload.downcast::<String>().ok());
        assert!(message.is_some_and(|text| text.contains("`read_the_settings_of_machine_500`")));
    }

    #[test]
    fn different_names_pass() {
        assert_distinct(&[&["a", "b"], &[], &["ab"]]);
    }

    #[test]
    #[should_panic(expected = "two tools are named `add`\n\nhelp: give one of them another name")]
    fn a_name_in_two_groups_is_refused() {
        assert_distinct(&[&["add", "b"], &["c", "add"]]);
    }

    #[test]
    #[should_panic(expected = "two tools are named `add`")]
    fn a_name_twice_in_one_group_is_refused() {
        assert_distinct(&[&["add", "add"]]);
    }
}
