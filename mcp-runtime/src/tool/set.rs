//! The tools of a server, in the order written.

use std::fmt;
use std::sync::Arc;

use super::call;
use super::described::Described;
use super::dynamic::DynamicTool;
use super::entry::{Run, ToolEntry};
use super::output_schema::OutputSchema;
use super::schema::{Input, InputSchema, SchemaError};

/// Tools in the order in which clients see them: what [`tools!`](crate::tools) lists.
///
/// A crate can offer its tools to others as a set, and whoever takes several sets gives each a
/// prefix of its own, so that no two tools have the same name:
///
/// ```
/// use mcp_runtime::testing::Client;
/// use mcp_runtime::{Server, ToolSet, tools};
///
/// mod orders {
///     use mcp_runtime::{ToolSet, tool, tools};
///
///     /// Finds an order.
///     #[tool]
///     fn find(id: u64) -> String {
///         format!("order {id}")
///     }
///
///     pub fn all<State: Send + Sync>() -> ToolSet<State> {
///         tools![find]
///     }
/// }
/// # mod customers {
/// #     use mcp_runtime::{ToolSet, tool, tools};
/// #     /// Finds a customer.
/// #     #[tool]
/// #     fn find(id: u64) -> String {
/// #         format!("customer {id}")
/// #     }
/// #     pub fn all<State: Send + Sync>() -> ToolSet<State> {
/// #         tools![find]
/// #     }
/// # }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let server = Server::builder("shop", "1.0.0")
///     .tools(orders::all().prefixed("orders_"))
///     .tools(customers::all().prefixed("customers_"))
///     .build()?;
/// let listed = Client::new(&server).list_tools().await?;
/// assert_eq!(listed[0]["name"], "orders_find");
/// assert_eq!(listed[1]["name"], "customers_find");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ToolSet<State: 'static> {
    pub(crate) tools: Vec<Listed<State>>,
}

/// One tool of a set.
#[derive(Debug)]
pub(crate) struct Listed<State: 'static> {
    what: Source<State>,
    /// What stands before its own name.
    prefix: String,
    any_host: bool,
}

#[derive(Debug)]
enum Source<State: 'static> {
    /// What a macro describes.
    Written(&'static ToolEntry<State>),
    /// What a program describes while it runs.
    Dynamic(Box<DynamicTool>),
}

/// A tool together with the state it shares.
pub(crate) struct Bound {
    pub(crate) about: Described,
    /// It may be what only some hosts take.
    pub(crate) any_host: bool,
    pub(crate) input: Result<Input, Vec<SchemaError>>,
    pub(crate) output: Option<OutputSchema>,
    pub(crate) run: Run,
}

impl fmt::Debug for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bound")
            .field("about", &self.about)
            .finish_non_exhaustive()
    }
}

impl<State: 'static> ToolSet<State> {
    /// The tools of what was listed, one after the other.
    #[doc(hidden)]
    #[must_use]
    pub fn from_groups(listed: &[&'static [&'static [ToolEntry<State>]]]) -> Self {
        let groups = listed.iter().copied().flatten().copied();
        let listed = |entry| Listed {
            what: Source::Written(entry),
            prefix: String::new(),
            any_host: false,
        };
        Self {
            tools: groups.flatten().map(listed).collect(),
        }
    }

    /// Puts a prefix before the name of every tool in the set. Of two prefixes, the one added
    /// last comes first.
    ///
    /// [`build`](crate::ServerBuilder::build) refuses a name that is too long with its prefix.
    #[must_use]
    pub fn prefixed(mut self, prefix: &str) -> Self {
        for tool in &mut self.tools {
            tool.prefix.insert_str(0, prefix);
        }
        self
    }

    /// Allows what common hosts refuse, such as names with dots or of up to 128 letters.
    #[must_use]
    pub fn any_host(mut self) -> Self {
        for tool in &mut self.tools {
            tool.any_host = true;
        }
        self
    }

    /// Adds the tools of another set behind those of this one.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.tools.extend(other.tools);
        self
    }
}

impl<State: 'static> From<DynamicTool> for ToolSet<State> {
    fn from(tool: DynamicTool) -> Self {
        Self::from_iter([tool])
    }
}

impl<State: 'static> FromIterator<DynamicTool> for ToolSet<State> {
    fn from_iter<T: IntoIterator<Item = DynamicTool>>(tools: T) -> Self {
        let listed = |tool| Listed {
            what: Source::Dynamic(Box::new(tool)),
            prefix: String::new(),
            any_host: false,
        };
        Self {
            tools: tools.into_iter().map(listed).collect(),
        }
    }
}

impl<State: Send + Sync + 'static> Listed<State> {
    pub(crate) fn bind(self, state: &Arc<State>) -> Bound {
        let entry = match self.what {
            Source::Written(entry) => entry,
            Source::Dynamic(tool) => {
                let mut bound = tool.bind();
                bound.any_host |= self.any_host;
                bound.about.prefix(&self.prefix);
                return bound;
            }
        };
        let mut about = Described::of(&entry.info);
        let any_host = self.any_host || entry.info.any_host;
        about.prefix(&self.prefix);
        let input = (entry.input)(InputSchema::default()).finish(about.recursive);
        let output = (entry.output)();
        Bound {
            any_host,
            input: refuse_recursion(input, output.as_ref(), about.recursive),
            output,
            run: call::bind(state, entry.run),
            about,
        }
    }
}

/// What contains itself is sent with a reference, and the tool has to say that it is meant.
fn refuse_recursion(
    input: Result<Input, Vec<SchemaError>>,
    output: Option<&OutputSchema>,
    recursive: bool,
) -> Result<Input, Vec<SchemaError>> {
    match output.and_then(OutputSchema::recursive) {
        Some(name) if !recursive => {
            let mut errors = input.err().unwrap_or_default();
            errors.push(SchemaError::of_recursive_output(name));
            Err(errors)
        }
        _ => input,
    }
}

/// A name that every common host takes, if it is one at all.
pub(crate) fn is_known_everywhere(name: &str) -> bool {
    name.len() <= 64 && !name.contains('.')
}

/// What is listed.
#[derive(Debug, Clone, Copy)]
#[allow(
    clippy::exhaustive_enums,
    reason = "named by `tools!`, `prompts!` and `resources!` alone"
)]
pub enum What {
    /// Tools, by their names.
    Tools,
    /// Prompts, by their names.
    Prompts,
    /// Resources, by their addresses.
    Resources,
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
pub const fn assert_distinct(what: What, listed: &[&[&str]]) {
    if let Some([(group, name), _]) = repeated(listed) {
        refuse(what, listed[group][name]);
    }
}

/// Fails the build when two templates have the same addresses, and says which: the `shapes` are
/// those of the `names`, place by place.
///
/// # Panics
///
/// As [`assert_distinct`].
#[allow(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "the places are in both lists; in a constant this is the message of a compile error"
)]
pub const fn assert_templates_differ(names: &[&[&str]], shapes: &[&[&str]]) {
    let Some([(group, name), (other_group, other)]) = repeated(shapes) else {
        return;
    };
    let (text, length) = message(&[
        "the templates `",
        names[group][name],
        "` and `",
        names[other_group][other],
        "` have the same addresses, so the second is never read\n\nhelp: remove one of them, or give it another address with `#[resource(uri = \"..\")]`",
    ]);
    match std::str::from_utf8(text.split_at(length).0) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("two templates have the same addresses"),
    }
}

/// Where a name stands that stands again behind, and where that is.
#[allow(
    clippy::indexing_slicing,
    reason = "each index is below its length, and `get` is not for constants yet"
)]
const fn repeated(listed: &[&[&str]]) -> Option<[(usize, usize); 2]> {
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
            if seen[word] & bit != 0 {
                if let Some(other) = again(listed, group, name) {
                    return Some([(group, name), other]);
                }
            }
            seen[word] |= bit;
        }
    }
    None
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

/// Where the name of a place in the list stands again behind it.
#[allow(
    clippy::indexing_slicing,
    reason = "each index is below its length, and `get` is not for constants yet"
)]
const fn again(listed: &[&[&str]], group: usize, name: usize) -> Option<(usize, usize)> {
    let mut other_group = group;
    let mut other = name + 1;
    while other_group < listed.len() {
        while other < listed[other_group].len() {
            if are_equal(
                listed[group][name].as_bytes(),
                listed[other_group][other].as_bytes(),
            ) {
                return Some((other_group, other));
            }
            other += 1;
        }
        other = 0;
        other_group += 1;
    }
    None
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
const fn refuse(what: What, name: &str) -> ! {
    let (before, behind) = match what {
        What::Tools => (
            "two tools are named `",
            "`\n\nhelp: give one of them another name with `#[tool(name = \"..\")]`, or list it once",
        ),
        What::Prompts => (
            "two prompts are named `",
            "`\n\nhelp: give one of them another name with `#[prompt(name = \"..\")]`, or list it once",
        ),
        What::Resources => (
            "two resources have the address `",
            "`\n\nhelp: give one of them another with `#[resource(uri = \"..\")]`, or list it once",
        ),
    };
    let (text, length) = message(&[before, name, behind]);
    match std::str::from_utf8(text.split_at(length).0) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("two of a list have the same name"),
    }
}

/// Some texts as one. A name has at most 128 letters; a longer address is cut.
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
    const _: () = assert_distinct(What::Tools, THOUSAND);

    #[test]
    fn a_repeated_name_is_found_among_a_thousand() {
        assert_distinct(What::Tools, THOUSAND);
        let twice = [THOUSAND, &[&["read_the_settings_of_machine_500"]]].concat();
        let refused = std::panic::catch_unwind(|| assert_distinct(What::Tools, &twice));
        let message = refused
            .err()
            .and_then(|payload| payload.downcast::<String>().ok());
        assert!(message.is_some_and(|text| text.contains("`read_the_settings_of_machine_500`")));
    }

    #[test]
    fn different_names_pass() {
        assert_distinct(What::Tools, &[&["a", "b"], &[], &["ab"]]);
    }

    #[test]
    #[should_panic(expected = "two tools are named `add`\n\nhelp: give one of them another name")]
    fn a_name_in_two_groups_is_refused() {
        assert_distinct(What::Tools, &[&["add", "b"], &["c", "add"]]);
    }

    #[test]
    #[should_panic(expected = "two tools are named `add`")]
    fn a_name_twice_in_one_group_is_refused() {
        assert_distinct(What::Tools, &[&["add", "add"]]);
    }
}
