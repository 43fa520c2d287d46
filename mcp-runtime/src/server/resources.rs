//! The resources of a server: declared, compiled, found by address and listed.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::protocol::error::ProtocolError;
use crate::protocol::json;
use crate::protocol::routing::Happened;
use crate::protocol::version::ProtocolVersion;
use crate::tool::arguments::Arguments;
use crate::tool::clean::clean;
use crate::tool::content::write_annotations;
use crate::tool::resource::entry::ResourceInfo;
use crate::tool::resource::template::{self, Values};
use crate::tool::schema::Input;
use crate::tool::shape::{Kind, Length};

use super::callee::{Callee, Form};
use super::caller::Caller;
use super::changes::switch::{Board, ResourceSwitch};
use super::failing::Failing;
use super::identity::Identity;
use super::names;
use super::pages::{Listed, Pages};
use super::settings::{CacheScope, Settings};
use super::starting;
use super::textual::{self, About, Bound, Compiled, Textual};

/// A resource together with the state it shares.
pub(crate) type BoundResource = Bound<ResourceInfo>;

/// One resource, or all that a template describes, ready to be listed and read.
pub(crate) type CompiledResource = Compiled<ResourceInfo>;

impl Textual for ResourceInfo {
    const NOUN: &'static str = "resource";
    const ARGUMENT: &'static str = "a variable of an address";
    const SAME: &'static str = "have the address";
    const OPTION: &'static str = "uri";

    fn key(&self) -> &'static str {
        self.uri
    }

    fn about(&self) -> About {
        About {
            name: self.name,
            title: self.title,
            description: self.description,
            icon: self.icon,
            meta: self.meta,
            timeout: self.timeout,
            max_running: self.max_running,
            scopes: self.scopes,
            place: self.place,
        }
    }

    fn form(&self) -> Form {
        Form::Resource {
            mime_type: self.mime_type,
            cache_for: self.cache_for.unwrap_or(Duration::ZERO),
            // What a function gives may depend on who asks, unless its author says otherwise.
            cache_scope: self.cache_scope.unwrap_or(CacheScope::Private),
        }
    }

    /// The macro has refused what the spelling of a type shows already.
    fn check(&self, input: &Input) -> Result<(), Vec<String>> {
        let template = self.template.unwrap_or_default();
        let variables: Vec<&str> = template::variables(template).collect();
        let arguments = || input.arguments.iter();
        let extra = arguments().filter(|it| !variables.contains(&&*it.name)).map(|it| {
            let name = &it.name;
            format!("parameter '{name}': it is an argument, and not in the address; write `{{{name}}}` or `{{?{name}}}` into it")
        });
        let provided = variables
            .iter()
            .filter(|name| arguments().all(|it| it.name != **name));
        let provided = provided.map(|name| {
            format!("parameter '{name}': it is in the address, and its type is one of the server's state; rename the parameter or the variable")
        });
        let may_lack = template::optional(template);
        let lacking = arguments().filter(|it| it.required && may_lack.contains(&&*it.name));
        let lacking = lacking.map(|it| {
            format!("parameter '{}': it may be left out of an address; make its type an `Option`, or give it a default with `#[arg(default = ..)]`", it.name)
        });
        let problems: Vec<String> = extra.chain(provided).chain(lacking).collect();
        if problems.is_empty() {
            Ok(())
        } else {
            Err(problems)
        }
    }
}

impl CompiledResource {
    fn write(&self, address: &'static str, out: &mut Vec<u8>, version: ProtocolVersion) {
        json::object(out, |resource| {
            let info = &self.info;
            resource.string(address, info.uri);
            info.about().write(resource, version, |resource| {
                if let Some(mime_type) = info.mime_type {
                    resource.string("mimeType", mime_type);
                }
                if let Some(size) = info.size {
                    resource.unsigned("size", size);
                }
                let audience = info.audience.unwrap_or_default();
                let annotations = (audience, info.priority, info.last_modified);
                write_annotations(resource, annotations, version);
            });
        });
    }

    /// Whether it takes every address that another template takes, which is therefore never read.
    fn covers(&self, other: &Self) -> bool {
        let (any, other_any) = (self.info.any_path, other.info.any_path);
        if other_any == Some(true) && any != Some(true) {
            return false;
        }
        let templates = (self.info.template, other.info.template);
        let (Some(template), Some(others)) = templates else {
            return false;
        };
        template::pairs(template, others).is_some_and(|pairs| {
            pairs.into_iter().all(|(name, other_name)| {
                let kinds = (self.kind(name), other.kind(other_name));
                matches!(kinds, (Some(kind), Some(other)) if takes_all(kind, other))
            })
        })
    }

    fn kind(&self, variable: &str) -> Option<&Kind> {
        let input = &self.callee.rules.input;
        let mut arguments = input.arguments.iter();
        let argument = arguments.find(|argument| argument.name == variable)?;
        Some(&input.definitions.resolve(&argument.shape).kind)
    }

    /// The variables as the function reads them, when the address is one of the template's and
    /// they are of their types; else what is wrong with them, when only that is.
    fn read(&self, uri: &str) -> Result<String, Option<String>> {
        let template = self.info.template.unwrap_or_default();
        let values = template::read(template, uri).ok_or(None)?;
        let rules = &self.callee.rules;
        self.refused(&values).map_or(Ok(()), |why| Err(Some(why)))?;
        let texts = texts(values);
        match Arguments::findings(rules, &texts) {
            None => Ok(texts),
            Some(findings) => Err(Some(findings)),
        }
    }

    /// Why values are not taken whatever their types say.
    fn refused(&self, values: &Values) -> Option<String> {
        let input = &self.callee.rules.input;
        let climbs = self.info.any_path != Some(true);
        for (name, value) in values {
            if climbs && template::climbs(value) {
                return Some(format!("'{name}' may not lead out of its place"));
            }
            let rule = input.arguments.iter().find(|rule| rule.name == *name);
            let kind = rule.map(|rule| &input.definitions.resolve(&rule.shape).kind);
            // One resource has one address: `1.0` and `1e0` are not `1` here, nor is `-0` `0`.
            let is_written_otherwise = value.contains(['.', 'e', 'E']) || value == "-0";
            if matches!(kind, Some(Kind::Integer(_))) && is_written_otherwise {
                return Some(format!("'{name}' must be an integer in digits"));
            }
        }
        None
    }
}

/// Whether a variable of one kind takes every text that one of another does, as far as that is
/// plain.
fn takes_all(kind: &Kind, other: &Kind) -> bool {
    match (kind, other) {
        (Kind::String(text), other) if text.pattern.is_none() => match other {
            _ if text.format.is_none() && text.length == Length::default() => true,
            Kind::String(other) => {
                other.pattern.is_none()
                    && (text.length, &text.format) == (other.length, &other.format)
            }
            _ => false,
        },
        (Kind::Integer(rule), Kind::Integer(other)) => rule == other,
        (Kind::Number(rule), Kind::Number(other)) => rule == other,
        (Kind::Enum(values), Kind::Enum(others)) => values == others,
        (Kind::Boolean, Kind::Boolean) => true,
        _ => false,
    }
}

fn texts(values: Values) -> String {
    let members = values
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.into()));
    Value::Object(members.collect::<Map<String, Value>>()).to_string()
}

/// A resource at a fixed address.
#[derive(Debug)]
struct Fixed(CompiledResource);

/// What a template describes.
#[derive(Debug)]
struct Template(CompiledResource);

impl Listed for Fixed {
    const MEMBER: &'static str = "resources";

    fn key(&self) -> &str {
        self.0.info.uri
    }

    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        self.0.write("uri", out, version);
    }
}

impl Listed for Template {
    const MEMBER: &'static str = "resourceTemplates";

    fn key(&self) -> &str {
        self.0.info.uri
    }

    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        self.0.write("uriTemplate", out, version);
    }
}

/// The resources of a server, in the order written.
#[derive(Debug)]
pub(crate) struct Resources {
    fixed: Vec<Fixed>,
    templates: Vec<Template>,
    pages: Pages,
    template_pages: Pages,
    /// The templates are behind the others.
    board: Arc<Board>,
    /// What a caller may not read is not there for it.
    hides: bool,
}

impl Resources {
    /// Compiles what was declared; every problem is noted.
    pub(crate) fn compile(
        declared: Vec<BoundResource>,
        board: Arc<Board>,
        (settings, identity, failing): (&Settings, &Arc<Identity>, &Arc<Failing>),
        problems: &mut Vec<String>,
    ) -> Self {
        let compiled = textual::compile(declared, settings, failing, problems);
        let (templates, fixed): (Vec<_>, Vec<_>) = compiled
            .into_iter()
            .partition(|resource| resource.info.template.is_some());
        let fixed: Vec<_> = fixed.into_iter().map(Fixed).collect();
        let templates: Vec<_> = templates.into_iter().map(Template).collect();
        problems.extend(never_read(&templates));
        let keys = fixed.iter().map(Listed::key);
        let keys = keys.chain(templates.iter().map(Listed::key));
        let unknown = board.fill(keys.map(Arc::from).collect());
        problems.extend(
            unknown
                .iter()
                .map(|it| format!("a resource is switched off: {it}")),
        );
        let varies = |callee: &Callee| !callee.scopes.are_none();
        let pages = Pages::new(&fixed, settings, identity);
        let template_pages = Pages::new(&templates, settings, identity);
        Self {
            board,
            hides: settings.hide_unauthorized,
            pages: if fixed.iter().any(|it| varies(&it.0.callee)) {
                pages.private()
            } else {
                pages
            },
            template_pages: if templates.iter().any(|it| varies(&it.0.callee)) {
                template_pages.private()
            } else {
                template_pages
            },
            fixed,
            templates,
        }
    }

    /// What switches the resources on and off.
    pub(crate) fn switch(&self) -> ResourceSwitch {
        ResourceSwitch::new(&self.board)
    }

    /// The result that lists a page of those with an address that a caller may read; `None` when
    /// the cursor was not given out.
    pub(crate) fn page(
        &self,
        version: ProtocolVersion,
        cursor: Option<&str>,
        caller: Caller<'_>,
    ) -> Option<Vec<u8>> {
        let may_read = |place| {
            let item: Option<&Fixed> = self.fixed.get(place);
            item.is_some_and(|it| caller.has(&it.0.callee.scopes))
        };
        let is_on = |place| self.board.is_on(place);
        self.pages.find_for(version, cursor, may_read, is_on)
    }

    /// As [`page`](Self::page), of the templates.
    pub(crate) fn template_page(
        &self,
        version: ProtocolVersion,
        cursor: Option<&str>,
        caller: Caller<'_>,
    ) -> Option<Vec<u8>> {
        let may_read = |place| {
            let item: Option<&Template> = self.templates.get(place);
            item.is_some_and(|it| caller.has(&it.0.callee.scopes))
        };
        let is_on = |place| self.board.is_on(self.fixed.len() + place);
        self.template_pages
            .find_for(version, cursor, may_read, is_on)
    }

    /// Those with an address that are on.
    fn fixed(&self) -> impl Iterator<Item = &Fixed> {
        let places = self.fixed.iter().enumerate();
        let on = places.filter(|(place, _)| self.board.is_on(*place));
        on.map(|(_, resource)| resource)
    }

    /// The templates that are on.
    fn templates(&self) -> impl Iterator<Item = &Template> {
        let places = (self.fixed.len()..).zip(&self.templates);
        let on = places.filter(|(place, _)| self.board.is_on(*place));
        on.map(|(_, template)| template)
    }

    pub(crate) fn are_empty(&self) -> bool {
        self.fixed.is_empty() && self.templates.is_empty()
    }

    #[cfg(feature = "http")]
    pub(crate) fn callees(&self) -> impl Iterator<Item = &Arc<Callee>> {
        let fixed = self.fixed.iter().map(|it| &it.0);
        let all = fixed.chain(self.templates.iter().map(|it| &it.0));
        all.map(|resource| &resource.callee)
    }

    /// Whether there is a variable that can be completed.
    pub(crate) fn complete(&self) -> bool {
        self.templates.iter().any(|it| it.0.completions.any())
    }

    /// The resource at an address, and the variables in it, as the text of an object.
    ///
    /// A fixed address comes before templates, and of those the first, in the order written, that
    /// the address and the types of the variables fit. It is not there for a caller who may not
    /// read it, where that is hidden.
    pub(crate) fn find(
        &self,
        uri: &str,
        caller: Caller<'_>,
    ) -> Result<(&CompiledResource, Option<String>), ProtocolError> {
        let is_there = |it: &CompiledResource| !self.hides || caller.has(&it.callee.scopes);
        if let Some(Fixed(resource)) = self.fixed().find(|it| it.key() == uri) {
            if is_there(resource) {
                return Ok((resource, None));
            }
            return Err(unknown_resource(uri, None));
        }
        let mut near = None;
        for Template(resource) in self.templates() {
            match resource.read(uri) {
                Ok(texts) if is_there(resource) => return Ok((resource, Some(texts))),
                Ok(_) => return Err(unknown_resource(uri, None)),
                Err(why) if caller.has(&resource.callee.scopes) => {
                    near = near.or(why.map(|why| (resource.info.uri, why)));
                }
                Err(_) => {}
            }
        }
        Err(unknown_resource(uri, near))
    }

    /// What is completed: by its template as it is listed, or by an address.
    pub(crate) fn find_template(
        &self,
        uri: &str,
        caller: Caller<'_>,
    ) -> Result<&CompiledResource, ProtocolError> {
        let template = self.templates().find(|it| it.key() == uri);
        let is_there = |it: &CompiledResource| !self.hides || caller.has(&it.callee.scopes);
        match template {
            Some(Template(resource)) if is_there(resource) => Ok(resource),
            Some(_) => Err(unknown_resource(uri, None)),
            None => self.find(uri, caller).map(|(resource, _)| resource),
        }
    }

    /// Whether a caller may be told of changes of what is at an address, listed or not.
    pub(crate) fn may_watch(&self, uri: &str, caller: Caller<'_>) -> Result<(), ProtocolError> {
        let mut of_address = self.fixed.iter().map(|it| &it.0);
        let fixed = of_address.find(|it| it.info.uri == uri);
        let mut templates = self.templates.iter().map(|it| &it.0);
        let Some(resource) = fixed.or_else(|| templates.find(|it| it.read(uri).is_ok())) else {
            return Ok(());
        };
        if self.hides && !caller.has(&resource.callee.scopes) {
            return Err(unknown_resource(uri, None));
        }
        starting::authorise(caller, &resource.callee)
    }
}

/// There is no such resource; `near` is a template that the address has the form of, and why it is
/// not one of its addresses all the same.
pub(crate) fn unknown_resource(uri: &str, near: Option<(&str, String)>) -> ProtocolError {
    let shown = clean(uri, 256);
    let message = match near {
        Some((template, why)) => {
            format!("Unknown resource '{shown}': it has the form of '{template}', but {why}")
        }
        None => format!(
            "Unknown resource '{shown}': 'resources/list' and 'resources/templates/list' have the addresses"
        ),
    };
    let mut data = Vec::new();
    json::object(&mut data, |data| data.string("uri", uri));
    ProtocolError::new(Happened::UnknownResource, message).with_data(json::into_string(data))
}

/// What is said of templates whose every address an earlier one takes.
fn never_read(templates: &[Template]) -> Vec<String> {
    let mut problems = Vec::new();
    for (place, Template(later)) in templates.iter().enumerate() {
        let mut earlier = templates.iter().take(place);
        if let Some(Template(earlier)) = earlier.find(|it| it.0.covers(later)) {
            let (first, second) = (&earlier.info, &later.info);
            let (at, second_at) = (names::place(first.place), names::place(second.place));
            problems.push(format!(
                "the template '{}', declared at {second_at}, is never read: '{}', declared at {at}, takes all its addresses and comes first; list the one with the narrower types first, or change one of the two",
                second.uri, first.uri
            ));
        }
    }
    problems
}
