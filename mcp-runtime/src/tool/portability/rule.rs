//! The rules: what each one is about, whom it is for, and how bad it is to break it.
//!
//! Each rule stands here because hosts or services of its families were seen to refuse what it
//! names, most of them in public reports of users who lost every tool of a server by it.

use std::fmt;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// A host would refuse it, and often every other tool with it; the tool opted into that.
    Allowed,
    /// Some hosts or models refuse it, or make less of it. Never keeps a server from being built.
    Warning,
    /// Common hosts refuse it, and often every other tool with it.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Allowed => "allowed",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// Hosts, and services behind hosts, that refuse the same things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HostFamily {
    /// Every host: a model cannot use the tool.
    Every,
    /// What checks lists and results as the official SDKs do, in TypeScript and Python.
    Sdks,
    /// The Claude API and the hosts on it: Claude Desktop, Claude Code.
    Claude,
    /// OpenAI's API and the hosts on it: ChatGPT, Codex, Copilot with its models.
    OpenAi,
    /// Other services behind an API like OpenAI's, such as Kimi's and Fireworks'.
    OpenAiLike,
    /// The Gemini API, Vertex AI and the hosts on them: Gemini CLI, the ADK.
    Gemini,
    /// VS Code, with whatever model.
    VsCode,
    /// Cursor.
    Cursor,
    /// Libraries that turn a schema into types of their own: LangChain4j, Spring AI, the ADK.
    Converters,
}

impl fmt::Display for HostFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Every => "every host",
            Self::Sdks => "the SDKs",
            Self::Claude => "Claude",
            Self::OpenAi => "OpenAI",
            Self::OpenAiLike => "services like OpenAI's",
            Self::Gemini => "Gemini",
            Self::VsCode => "VS Code",
            Self::Cursor => "Cursor",
            Self::Converters => "converters",
        })
    }
}

/// What is written at a tool to break a rule on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiver {
    None,
    AnyHost,
    Recursive,
}

macro_rules! rules {
    ($(
        $(#[doc = $doc:literal])*
        $rule:ident = $name:literal, $severity:ident, $waiver:ident, [$($family:ident),+];
    )*) => {
        /// A rule about names, texts or schemas. Its [`name`](Self::name) stays the same.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(
                $(#[doc = $doc])*
                $rule,
            )*
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Self] = &[$(Self::$rule),*];

            /// Its name, in lists of findings.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$rule => $name,)*
                }
            }

            /// Whom it is for.
            #[must_use]
            pub const fn hosts(self) -> &'static [HostFamily] {
                match self {
                    $(Self::$rule => &[$(HostFamily::$family),+],)*
                }
            }

            /// How bad it is to break it, where a tool did not opt into that.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$rule => Severity::$severity,)*
                }
            }

            pub(super) const fn waiver(self) -> Waiver {
                match self {
                    $(Self::$rule => Waiver::$waiver,)*
                }
            }
        }
    };
}

rules! {
    /// A tool's name has up to 64 letters, digits, `_` and `-`. `any_host` takes more.
    ToolName = "tool-name", Error, AnyHost, [Claude, OpenAi, VsCode, Gemini];
    /// A tool's name begins with a letter or `_`.
    NameStart = "name-start", Warning, AnyHost, [Gemini];
    /// A tool's name is short enough for a host to put the server's before it.
    NameWithServer = "name-with-server", Warning, AnyHost, [Claude, Cursor];
    /// A tool has a description.
    NoDescription = "no-description", Error, None, [Every];
    /// A description is short enough to be sent, and sent whole.
    LongDescription = "long-description", Warning, AnyHost, [OpenAi, Claude];
    /// There are no more tools than a host takes.
    ManyTools = "many-tools", Warning, None, [OpenAi, VsCode, Cursor];
    /// The root of an input schema is an object, and says its properties, if there are none.
    Root = "root", Error, AnyHost, [Sdks, OpenAi];
    /// The root of an input schema is a plain object, no union and no list of values.
    RootUnion = "root-union", Error, AnyHost, [Claude, OpenAi];
    /// No schema is `true` or `false`.
    BooleanSchema = "boolean-schema", Error, AnyHost, [Sdks, OpenAiLike];
    /// No reference, in input schemas. `recursive` sends a local one where a type contains itself.
    Reference = "reference", Error, Recursive, [Gemini, Claude, Converters];
    /// A reference leads to something in the same schema.
    DanglingReference = "dangling-reference", Error, None, [Sdks];
    /// An output schema that contains itself is resolved before it is used by some hosts, which
    /// never ends.
    RecursiveOutput = "recursive-output", Warning, Recursive, [Claude, Converters];
    /// A schema is valid JSON Schema: every keyword has a value that it can have.
    InvalidSchema = "invalid-schema", Error, None, [Every];
    /// The dialect of a schema is 2020-12.
    Dialect = "dialect", Error, AnyHost, [Sdks];
    /// An array says what its items are.
    ArrayItems = "array-items", Error, AnyHost, [VsCode, OpenAi, Gemini];
    /// The items of an array are not said place by place, in input schemas.
    Tuple = "tuple", Error, AnyHost, [Gemini, Converters];
    /// No keyword that hosts refuse, or that they drop with what it says, in input schemas.
    Keyword = "keyword", Error, AnyHost, [Gemini, OpenAi];
    /// A keyword that services with a short list of keywords refuse or drop, in input schemas.
    RareKeyword = "rare-keyword", Warning, AnyHost, [Gemini];
    /// A value has one type, in input schemas.
    TypeList = "type-list", Warning, AnyHost, [Gemini, Converters];
    /// A value has a type, in input schemas.
    NoType = "no-type", Warning, AnyHost, [Gemini];
    /// A union stands alone, in input schemas.
    Union = "union", Warning, AnyHost, [Gemini, Converters];
    /// Listed values are strings, and none is empty, in input schemas.
    EnumValues = "enum-values", Warning, AnyHost, [Gemini];
    /// There are not too many listed values, in input schemas.
    EnumSize = "enum-size", Warning, AnyHost, [OpenAi];
    /// A format is one that services know, in input schemas.
    Format = "format", Warning, AnyHost, [Gemini];
    /// The ends of ranges are exact in every language.
    Bound = "bound", Warning, AnyHost, [Sdks];
    /// A pattern is in the language that hosts read it in, in input schemas without looking ahead
    /// or back.
    Pattern = "pattern", Error, AnyHost, [OpenAi, Sdks];
    /// The name of a property has up to 64 letters, digits, `_`, `.` and `-`, in input schemas.
    PropertyName = "property-name", Error, AnyHost, [Claude];
    /// A map names its members, or does without, in input schemas.
    Map = "map", Warning, AnyHost, [OpenAi, Converters];
    /// Schemas do not nest too deep, in input schemas.
    Depth = "depth", Warning, AnyHost, [OpenAiLike, Gemini];
    /// A schema is not too long.
    Size = "size", Warning, AnyHost, [OpenAi];
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
