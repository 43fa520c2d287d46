//! The macros of `mcp-runtime`, which re-exports them: an application depends on that crate alone.
//!
//! Each macro is four steps: `parse` turns tokens into syntax, `model` says what the item is,
//! `check` holds the rules, and `expand` turns a checked model into tokens. What is wrong with an
//! item is reported all at once, each mistake on the token to change.

mod description;
mod diagnostics;
#[cfg(test)]
#[allow(
    clippy::expect_used,
    reason = "a test that cannot read its files fails"
)]
mod expansions;
mod failure;
mod names;
mod options;
mod resource;
mod role;
mod state;
mod tool;
mod tools;

use proc_macro::TokenStream;

use role::Role;

/// Makes a function, or the methods of an impl block, tools that a server can list.
///
/// ```
/// use mcp_runtime::{Context, Json, Server, ToolFailure, tool, tools};
/// # #[derive(serde::Serialize, schemars::JsonSchema)]
/// # struct Forecast { celsius: f64 }
/// # struct Stations;
/// # impl Stations {
/// #     async fn forecast(&self, _: &str, _: u8) -> Option<Forecast> { Some(Forecast { celsius: 3.5 }) }
/// # }
///
/// /// Weather forecast for a city.
/// #[tool(read_only, open_world, timeout = "10s")]
/// async fn get_weather(
///     /// City name, for example "Oslo".
///     city: &str,
///     /// Days ahead.
///     #[arg(default = 1, range(1..=16))]
///     days: u8,
///     stations: &Stations,
///     context: &Context,
/// ) -> Result<Json<Forecast>, ToolFailure> {
///     match stations.forecast(city, days).await {
///         Some(forecast) => Ok(Json(forecast)),
///         None => Err(ToolFailure::not_found(format!("no city is named '{city}'"))),
///     }
/// }
///
/// let server = Server::builder("weather", "1.0.0")
///     .state(Stations)
///     .tools(tools![get_weather]);
/// ```
///
/// The function stays as it is written, and can be called, tested and renamed as if the attribute
/// were not there. It is `async`, or plain; a plain one runs in place, or with `blocking` on the
/// blocking pool, whose threads cannot be stopped: after a timeout or a cancellation the answer is
/// settled at once, and the thread runs on to the end of the function.
///
/// # Description
///
/// The doc comment is the description that a model reads to choose the tool, and so it must be
/// there. It is sent as written, without the indentation that its lines share; the option
/// `description` takes its place. `#[doc = include_str!("..")]` is read as well. The doc comment
/// of a parameter, or its option `description`, describes the argument.
///
/// # Parameters
///
/// What a parameter is, its type decides, whatever it is called:
///
/// | parameter | is |
/// |---|---|
/// | `T`, `Option<T>`, `Vec<T>` | an argument, moved in; `T` implements `serde::Deserialize` and `schemars::JsonSchema` |
/// | `&str`, `&[T]`, `&Path`, and `Option` of them | an argument that is lent |
/// | `&Context` | the call: progress, log, cancellation |
/// | `&T` | the server's state, or with [`#[derive(State)]`](macro@State) a part of it |
///
/// An argument is required unless it is an `Option` or has a default. An argument struct is taken
/// by value. A server whose state has no `T` does not compile; the error names both.
///
/// ## Types of arguments
///
/// | type | is asked for as |
/// |---|---|
/// | numbers, `bool`, `char`, `String`, `PathBuf` | themselves; whole numbers of up to 128 bits are exact |
/// | `Vec`, slices, sets, arrays, tuples | a list; a set refuses what stands there twice |
/// | `HashMap`, `BTreeMap` | an object; its names are any text, whole numbers, or those of an enum or of a pattern |
/// | structs and enums of your own | what `serde` reads: every representation of an enum, closed objects |
/// | `Box`, `Arc`, `Cow` | what is in them |
/// | `std::time::Duration` | a number of seconds, `2.5`, so that `range(..)` works |
/// | addresses of `std::net` | text of their form |
/// | `serde_json::Value` | anything |
/// | `url::Url`, `uuid::Uuid`, dates and times of `chrono` and `jiff` | text of their form; with the feature of the crate's name |
/// | `bytes::Bytes` | base64; with the feature `bytes` |
///
/// Dates of the crate `time`, for which `schemars` has no description, stand in a struct of yours:
/// `#[serde(with = "time::serde::rfc3339")] #[schemars(with = "String", extend("format" =
/// "date-time"))]`. The error of a `#[serde(try_from = "..")]` reaches the caller in its own words, so write it
/// for one.
///
/// # Options
///
/// | option | says |
/// |---|---|
/// | `name = "find_city"` | the name on the wire; the function's when left out |
/// | `title = "Find a city"` | a name for people |
/// | `description = "Finds a city."` | what stands for the doc comment |
/// | `read_only` | it changes nothing (`readOnlyHint`) |
/// | `destructive` | it may destroy something (`destructiveHint`) |
/// | `idempotent` | the same call again changes nothing more (`idempotentHint`) |
/// | `open_world` | it reaches beyond the server (`openWorldHint`) |
/// | `icon = "https://example.com/icon.png"` | the address of an icon |
/// | `timeout = "10s"` | how long a call may run, in `ms`, `s` or `m`; then the model is told to retry once, or, where the tool is neither `read_only` nor `idempotent`, to check first whether the call took effect |
/// | `max_running = 4` | how many of its calls may run at once |
/// | `scope = "orders:write"` | what a caller's token has to have, where callers have tokens; given more than once, all of them. A text, or a constant |
/// | `rate = "10/min"` | how often each caller may call it, in `s`, `min` or `h`; beyond that the model is told how long to wait. With the feature `rate-limit` |
/// | `meta = serde_json::json!({ .. })` | its `_meta`, evaluated when the server is built |
/// | `blocking` | a plain function runs on the blocking pool |
/// | `any_host` | what common hosts refuse, such as a name with dots or of up to 128 letters |
/// | `recursive` | an argument's type may contain itself |
/// | `conversions = "none"` | also `"double_encoded"` and `"scalars"`: what is converted before arguments are checked |
/// | `unknown_arguments = "ignore"` | also `"refuse"`: what becomes of arguments that it does not have |
/// | `invalid_arguments = "tool_failure"` | also `"protocol_error"`: which channel refuses arguments |
/// | `marker = FindCityTool` | the name of the hidden type, where the function's is a module's too |
/// | `crate = ::renamed` | the path of `mcp_runtime` |
///
/// Options that are on or off are written `read_only`, `read_only = true` or `read_only = false`;
/// hints that are not written are not sent.
///
/// # Options of an argument
///
/// | `#[arg(..)]` | says |
/// |---|---|
/// | `rename = "city"` | the name on the wire; the parameter's when left out |
/// | `description = "City name"` | what stands for the doc comment |
/// | `default = Units::Metric` | the value when the argument is absent or `null`; evaluated in each call, and advertised, so the type implements `serde::Serialize`; for `&str`, `&Path` and `&[T]` a text, an array, or the owned value; not on an `Option` |
/// | `example = "Oslo"` | a value to advertise; may be given more than once |
/// | `range(1..=16)` | the numbers allowed, also `range(1..)`, `range(..=16)`, and `range(0..16)` of whole numbers; the ends are numbers or constants |
/// | `length(1..=100)` | how many characters, items or members are allowed |
/// | `pattern = "^[a-z]+$"` | what is found in every text allowed; see [below](#patterns) |
/// | `items(length(1..=20))` | what each item of a list, a set or an array keeps to: `range`, `length`, `pattern`, and `items` of lists in it |
/// | `header = "Region"` | HTTP clients repeat the value in the header `Mcp-Param-Region`, for proxies to read: text, a whole number within 2^53, or a boolean |
/// | `secret` | the value is never echoed and never logged |
///
/// Each of them is advertised in the schema, and enforced. One that does not fit the type does not
/// compile, or where only the type's own schema tells, the server is not built. Inside types of your
/// own, `schemars`' attributes say the same: `#[schemars(range(min = 1), length(max = 9), regex(pattern =
/// "^a"), inner(..))]`.
///
/// ## Patterns
///
/// A pattern is a regular expression as JSON Schema means it: it is looked for anywhere in the
/// text, so `^` and `$` belong around what describes the whole of it. It is of the kind that
/// hosts in all languages read alike: characters, `.`, classes, `\d`, `\w`, `\s`, groups, `|`, `*`, `+`,
/// `?`, `{2,5}`, `^`, `$` and `\b`. Look-around, back references, flags and classes of Unicode do not
/// compile. It may be a constant. An example of the argument, or else the first line of its
/// description, joins the message that refuses a text.
///
/// # Impl blocks
///
/// On an impl block the attribute makes tools of the functions in it that have it too. They are
/// listed together, by the type. `&self` is the server's state, or a part of it.
///
/// ```
/// use mcp_runtime::{Server, tool, tools};
///
/// struct Orders {
///     count: u64,
/// }
///
/// #[tool]
/// impl Orders {
///     /// Count the orders.
///     #[tool(read_only)]
///     async fn count_orders(&self) -> u64 {
///         self.count
///     }
/// }
///
/// let server = Server::builder("shop", "1.0.0")
///     .state(Orders { count: 3 })
///     .tools(tools![Orders]);
/// ```
///
/// | option of the block | says |
/// |---|---|
/// | `marker = OrderQueries` | what it is listed as, for the second block of a type; as visible as its most visible tool |
/// | `crate = ::renamed` | the path of `mcp_runtime` |
///
/// The block may be generic (`tools![Orders<Sqlite>]`), and its functions may be under `#[cfg]`.
/// It is an inherent one: the methods of a trait are not tools.
///
/// # Expansion
///
/// Beside the function stands a hidden type of its name, which `tools!` lists. In outline:
///
/// ```text
/// async fn get_weather(city: &str, days: u8, ..) -> .. { .. }     // as written
///
/// struct get_weather {}
///
/// impl ToolNames for get_weather {
///     const NAMES: &[&str] = &["get_weather"];
/// }
///
/// impl<State, From0, ..> Tool<State, (From0, ..)> for get_weather
/// where
///     State: Provide<str, From0> + ..,          // where each `&T` comes from is inferred
/// {
///     const GROUPS: .. = &[&[ToolEntry::new(
///         ToolInfo::new("get_weather", "Weather forecast for a city.").read_only(true) ..,
///         |schema| schema.property::<u8>(Parameter::new("days", "Days ahead.")) ..,
///         |call| async move {
///             let days = call.arguments().hold_or::<u8>("days", || 1);
///             ..                                // every finding is collected, then refused at once
///             get_weather(city.lend(), days, ..).await.into_call_result()
///         },
///     )]];
/// }
/// ```
///
/// No tool registers itself: what no list names is unused code, and the compiler says so.
///
/// # Errors
///
/// Every mistake is reported in one build, on the token to change. A tool without a description is
/// one of them:
///
/// ```compile_fail
/// #[mcp_runtime::tool]
/// async fn get_weather(city: &str) {}
/// ```
#[proc_macro_attribute]
pub fn tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let (arguments, item) = (arguments.into(), item.into());
    expand(Role::Tool, arguments, item)
}

fn expand(
    role: Role,
    arguments: proc_macro2::TokenStream,
    item: proc_macro2::TokenStream,
) -> TokenStream {
    if tools::is_block(&item) {
        tools::tools(role, arguments, item).into()
    } else {
        tool::tool(role, arguments, item).into()
    }
}

/// Makes a function, or the methods of an impl block, prompts that a server can list: messages that a
/// person chooses to begin with.
///
/// ```
/// use mcp_runtime::{PromptMessage, Server, prompt, prompts};
///
/// /// Asks for a review of some code.
/// #[prompt(title = "Code review")]
/// fn review(
///     /// The code to review.
///     code: &str,
///     /// The language it is written in.
///     #[arg(complete = languages)]
///     language: Option<&str>,
/// ) -> Vec<PromptMessage> {
///     let language = language.unwrap_or("unknown");
///     vec![
///         PromptMessage::user(format!("Review this code ({language}):\n{code}")),
///         PromptMessage::assistant("I will look at correctness first."),
///     ]
/// }
///
/// /// What may be meant by what is typed so far.
/// fn languages(typed: &str) -> Vec<&'static str> {
///     let known = ["python", "rust", "typescript"];
///     known.into_iter().filter(|language| language.starts_with(typed)).collect()
/// }
///
/// let server = Server::builder("reviews", "1.0.0").prompts(prompts![review]);
/// ```
///
/// All that [`#[tool]`](macro@tool) says of functions, descriptions, state and the context holds here
/// as well, and so do its options `name`, `title`, `description`, `icon`, `timeout`, `max_running`,
/// `scope`, `meta`, `blocking`, `any_host`, `marker` and `crate`.
///
/// # Arguments
///
/// A client sends the arguments of a prompt as texts. A parameter is anything that can be read from
/// one: text, a number, a `bool`, an enum without fields, a type such as an address or a date, and an
/// `Option` of these. What it must be is added to its description, for there is no schema to say it.
/// An optional argument that is no text and was left blank is absent. Whatever is wrong with the
/// arguments is said at once, in the protocol error -32602.
///
/// Of the options of [`#[arg(..)]`](macro@tool#options-of-an-argument) there are `rename`,
/// `description`, `default`, `range`, `length`, `pattern` and `secret`, and two of its own:
///
/// | `#[arg(..)]` | says |
/// |---|---|
/// | `title = "Language"` | a name for people |
/// | `complete = languages` | the function that suggests values; it is given the text so far |
/// | `complete = languages(projects, framework)` | the same, given other parameters as well: state as it is, another argument as the `&str` filled in so far |
///
/// A function that completes is plain or `async`, and gives a `Vec<String>`, a `Vec<&str>`, or a
/// `Result` of one. Enums and booleans suggest their values by themselves.
///
/// # Results
///
/// `String`, `&str` and `Content` become one message of the user; `PromptMessage`, `Vec<PromptMessage>`
/// and `Prompt` say who speaks. A `Result` has an error that converts into `ToolFailure`: a prompt has
/// no result that could tell the model of it, so the host gets a protocol error with the same safe
/// text, -32602 for `invalid_input` and `not_found`, and -32603 for the other kinds.
#[proc_macro_attribute]
pub fn prompt(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(Role::Prompt, arguments.into(), item.into())
}

/// Makes a function, or the methods of an impl block, resources that a server can list: what a host
/// reads by its address.
///
/// ```
/// use mcp_runtime::{Json, Server, ToolFailure, resource, resources};
/// # #[derive(serde::Serialize)]
/// # struct Note { text: String }
/// # struct Notes;
/// # impl Notes {
/// #     fn find(&self, _: u32) -> Option<Note> { None }
/// #     fn search(&self, _: &str, _: Option<u8>) -> String { String::new() }
/// # }
///
/// /// How notes are written.
/// #[resource(uri = "notes://manual", mime_type = "text/markdown")]
/// fn manual() -> &'static str {
///     "# Notes\n"
/// }
///
/// /// One note.
/// #[resource(uri = "notes://{id}", title = "Note")]
/// async fn note(notes: &Notes, id: u32) -> Result<Json<Note>, ToolFailure> {
///     notes.find(id).map(Json).ok_or_else(|| ToolFailure::not_found(format!("there is no note {id}")))
/// }
///
/// /// The notes in which a word is found.
/// #[resource(uri = "notes://search/{word}{?most}")]
/// async fn search(notes: &Notes, word: &str, most: Option<u8>) -> String {
///     notes.search(word, most)
/// }
///
/// let server = Server::builder("notes", "1.0.0")
///     .state(Notes)
///     .resources(resources![manual, note, search]);
/// ```
///
/// All that [`#[tool]`](macro@tool) says of functions, descriptions, state and the context holds here
/// as well.
///
/// # Options
///
/// | option | says |
/// |---|---|
/// | `uri = "notes://{id}"` | the address, or a template of addresses; it must be there |
/// | `mime_type = "text/plain"` | the type of what is read; `text/plain` for text and `application/json` for `Json` when left out |
/// | `name`, `title`, `description`, `icon`, `meta` | as of a tool; the name may be any text |
/// | `size = 1024` | how many bytes there are to read; not of a template |
/// | `audience(user, assistant)` | whom it is for |
/// | `priority = 0.8` | how much it matters, from 0 to 1 |
/// | `last_modified = "2026-07-28T09:00:00Z"` | when it was changed |
/// | `cache_for = "10m"` | how long what was read may be kept; not at all when left out |
/// | `cache_scope = "public"` | anybody may keep it; `"private"`, only the client that asked, when left out |
/// | `any_path` | variables may hold paths that climb (`..`) or begin at the root |
/// | `timeout`, `max_running`, `scope`, `blocking`, `marker`, `crate` | as of a tool |
///
/// # Templates
///
/// | written | matches |
/// |---|---|
/// | `{name}` | one segment, or a part of one: it ends at `/`, `?` and `#`, which it holds only where they are encoded |
/// | `{+path}` | one or more segments, `/` included; once in a template |
/// | `{?word,most}` | parameters behind a `?`, at the end, in any order; each may be left out, and others are refused |
///
/// A variable is never empty in a path, and its text is decoded: `%20` is a blank. Each is a parameter of
/// its name, of any type that an argument of a [prompt](macro@prompt#arguments) may have, and an
/// address whose variables are not of their types is no address of the template: `notes://x` with
/// `id: u32` is unknown. Parameters behind the `?` are `Option`s or have a default. Where two templates
/// fit an address, the first in the order written reads it.
///
/// The other forms of RFC 6570 are refused, each with what to write instead: which variable got which
/// text would not be clear, or the client would not send it.
///
/// **Paths.** A decoded value could hold `../../etc/passwd`, also in `{name}` by way of `%2F`. Unless the
/// resource has `any_path`, an address is unknown when a variable has a segment `.` or `..`, begins
/// with `/` or `\`, or has a NUL. What else must hold of a path, such as links or drive letters, is the
/// function's to check.
///
/// # Results
///
/// `String` and `&str` are sent as text, `Vec<u8>` and `&[u8]` as bytes, `Json<T>` as JSON, and
/// `ResourceContents`, or a `Vec` of them, say more. A `Result` has an error that converts into
/// `ToolFailure`, and the host gets a protocol error with the same safe text: for `not_found` the one of
/// an unknown address, -32602 with the address in `data.uri`, for `invalid_input` -32602, and for the
/// other kinds -32603.
///
/// # What does not compile
///
/// - an address that is not one, or a template by which addresses cannot be read back;
/// - a variable without a parameter, and an argument that is not in the address;
/// - a variable behind the `?` that is neither an `Option` nor has a default, and a type that no text can be
///   read as;
/// - a media type or a date that is none, and the `size` of a template;
/// - two resources of one address in `resources!`, and two templates of which the second could never be
///   read. What only the types show of that is refused when the server is built.
///
/// ```compile_fail
/// /// One note.
/// #[mcp_runtime::resource(uri = "notes://{id}")]
/// fn note(number: u32) -> String {
///     number.to_string()
/// }
/// ```
#[proc_macro_attribute]
pub fn resource(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(Role::Resource, arguments.into(), item.into())
}

/// Gives tools access to each field of a struct by the field's type, so that a server can share
/// several things.
///
/// ```
/// use std::sync::Arc;
///
/// use mcp_runtime::{Server, State, tool, tools};
/// # struct Orders { count: u64 }
/// # struct Stations { count: u64 }
///
/// #[derive(State)]
/// struct App {
///     orders: Orders,
///     #[state(deref)]
///     stations: Arc<Stations>,
///     #[state(skip)]
///     started: std::time::Instant,
/// }
///
/// /// Count what there is.
/// #[tool]
/// async fn count(orders: &Orders, stations: &Stations) -> u64 {
///     orders.count + stations.count
/// }
///
/// # let orders = Orders { count: 1 };
/// # let stations = Arc::new(Stations { count: 1 });
/// let app = App { orders, stations, started: std::time::Instant::now() };
/// let server = Server::builder("shop", "1.0.0").state(app).tools(tools![count]);
/// ```
///
/// The whole is there as well: a tool may take `&App`. Two fields of one type do not compile.
///
/// | `#[state(..)]` | on | says |
/// |---|---|---|
/// | `skip` | a field | tools do not see it |
/// | `deref` | a field of a pointer type, such as `Arc<T>` or `Box<dyn Trait>` | tools ask for what it points to |
/// | `crate = ::renamed` | the struct | the path of `mcp_runtime` |
///
/// # Expansion
///
/// One implementation for each field:
///
/// ```text
/// impl HasPart<Orders> for App {
///     fn part(&self) -> &Orders { &self.orders }
/// }
/// ```
#[proc_macro_derive(State, attributes(state))]
pub fn derive_state(item: TokenStream) -> TokenStream {
    state::state(item.into()).into()
}

/// Gives every variant of an error exactly one path to the model: a kind, a message, and advice.
///
/// The derive writes the conversion into `ToolFailure`, so that a tool returns the error as it is. It
/// reads the messages of `thiserror::Error` beside it:
///
/// ```
/// use mcp_runtime::{ToolFailure, tool};
///
/// #[derive(Debug, thiserror::Error, ToolFailure)]
/// enum WeatherFailure {
///     #[error("no city named '{city}'")]
///     #[failure(not_found, try_next = "Check the spelling or try a nearby city.")]
///     UnknownCity { city: String },
///
///     #[error("the weather service is unavailable right now (status {status})")]
///     #[failure(unavailable, otherwise = "tell the user that the weather service is down")]
///     Upstream { status: u16, source: std::io::Error },
///
///     #[error(transparent)]
///     #[failure(internal)]
///     Cache(#[from] std::fmt::Error),
/// }
///
/// /// Weather forecast for a city.
/// #[tool]
/// async fn get_weather(city: String) -> Result<String, WeatherFailure> {
///     Err(WeatherFailure::UnknownCity { city })
/// }
///
/// let failure = ToolFailure::from(WeatherFailure::UnknownCity { city: "Olso".to_owned() });
/// assert_eq!(
///     failure.to_string(),
///     "No city named 'Olso'. The same call will fail again. Check the spelling or try a nearby city.",
/// );
/// ```
///
/// Without `thiserror`, every variant has its `message`, and `Display`, `Error` and the `From` of each
/// `#[from]` are written as well; `#[source]` and a field called `source` are what `Error::source`
/// gives. With `Display` and `Error` written by hand, the option `display` of the type says so.
///
/// ```
/// use mcp_runtime::ToolFailure;
///
/// #[derive(Debug, ToolFailure)]
/// enum OrderFailure {
///     #[failure(rejected, message = "order {0} was shipped already")]
///     Shipped(u32),
///     #[failure(internal, message = "the order book cannot be read")]
///     Unreadable(#[from] std::io::Error),
/// }
///
/// assert_eq!(OrderFailure::Shipped(17).to_string(), "order 17 was shipped already");
/// ```
///
/// # Options of a variant, or of a struct
///
/// | `#[failure(..)]` | says |
/// |---|---|
/// | `invalid_input`, `not_found`, `rejected`, `unauthenticated`, `forbidden`, `rate_limited`, `unavailable`, `timeout`, `unsupported`, `internal` | the kind, exactly one; on an enum, that of the variants which name none |
/// | `message = "no city named '{city}'"` | what the model reads in place of what `Display` shows; also `message("{}", argument)` |
/// | `try_next = "Check the spelling."` | what to do next, as a sentence; placeholders as in a message; with arguments `try_next("The products are {}.", skus.join(", "))` |
/// | `otherwise = "tell the user"` | what to do if that fails too, as a clause; placeholders as in a message |
/// | `retry = once` | also `never`, `after_change` and `after("30s")`: whether to call again, where the kind's own answer does not fit |
/// | `after = wait` | the field of type `Duration` or `Option<Duration>` that says how long to wait; of a tuple, its number |
/// | `code = 4009` | a code for programs, which may be a constant; reserved codes do not compile |
/// | `transparent` | the failure inside the variant, also in a `Box` or an `Arc`, is handed on as it is |
/// | `allow(weak_message)` | a message that says little is meant so |
///
/// # Options of a type
///
/// | `#[failure(..)]` | says |
/// |---|---|
/// | `try_next = ".."`, `otherwise = ".."` | on an enum: what its variants advise that say nothing else, the internal ones apart; without placeholders |
/// | `display` | `Display` and `Error` are written by hand; what is shown is cleaned whole |
/// | `crate = ::renamed` | the path of `mcp_runtime` |
///
/// # Options of a field
///
/// | `#[failure(..)]` | says |
/// |---|---|
/// | `untrusted` | it holds text from elsewhere: shown as a quotation, and said to be data |
/// | `secret` | it is in no text: a placeholder that shows it does not compile |
///
/// # What the model reads
///
/// What failed as a sentence, then what to do, then what to do if that fails too. What each placeholder
/// shows is cleaned of control characters, escape sequences and whatever is not seen, and cut after 500
/// characters; the format it is written with stays. The error itself, with everything that caused it,
/// goes to the log. Of an `internal` failure nothing else is told: the model reads a safe sentence, or
/// the option `message`, and the id under which the error is logged.
///
/// # What does not compile
///
/// - a variant without a kind, or with two;
/// - a message that says nothing: empty, "something went wrong", a code, a value alone;
/// - a text for the model that asks `self` by a method: it is made from the fields (`self.name` is one);
/// - a `not_found` or `invalid_input` without a value or `try_next`, which leaves nothing to change;
/// - advice that the kind gives already, or that is given twice;
/// - the text of somebody else's error in a message, unless its field is `untrusted`: what a `#[source]`
///   or `#[from]` field has a part in, and any field whose type is an error or holds one, as
///   `Box<dyn Error>` does; where a function makes the whole text, the variant needs a `message`;
/// - a `secret` field in a message;
/// - a reserved code;
/// - `rate_limited` without a wait.
///
/// ```compile_fail
/// use mcp_runtime::ToolFailure;
///
/// #[derive(Debug, ToolFailure)]
/// enum Failure {
///     #[failure(message = "something went wrong")]
///     Unknown,
/// }
/// ```
///
/// # Expansion
///
/// In outline:
///
/// ```text
/// impl From<WeatherFailure> for ToolFailure {
///     fn from(failure: WeatherFailure) -> Self {
///         match failure {
///             WeatherFailure::UnknownCity { ref city, .. } => {
///                 let told = told(FailureKind::NotFound, format_args!("no city named '{}'", cleaned(city)))
///                     .try_next("Check the spelling or try a nearby city.");
///                 logged(told, failure)                   // the error itself is the source
///             }
///             ..
///         }
///     }
/// }
///
/// const _: ErrorCode = Code(OUT_OF_STOCK).application();  // for each code that is a constant
/// ```
#[proc_macro_derive(ToolFailure, attributes(failure, source, from))]
pub fn derive_tool_failure(item: TokenStream) -> TokenStream {
    failure::failure(item.into()).into()
}
