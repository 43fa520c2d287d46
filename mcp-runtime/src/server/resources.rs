//! The resources of a server: declared, compiled, found by address and listed.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::protocol::error::ProtocolError;
use crate::protocol::json;
use crate::protocol::routing::Happened;
use crate::protocol::version::ProtocolVersion;
use crate::tool::arguments::{Arguments, Rules};
use crate::tool::call;
use crate::tool::clean::clean;
use crate::tool::content::write_annotations;
use crate::tool::entry::Run;
use crate::tool::permit::Limit;
use crate::tool::resource::entry::{ResourceEntry, ResourceInfo};
use crate::tool::resource::template::{self, Values};
use crate::tool::schema::{Input, InputSchema};
use crate::tool::shape::Kind;
use crate::tool::{Conversions, UnknownArguments};

use super::callee::{Callee, Form};
use super::changes::switch::{Board, ResourceSwitch};
use super::completions::{self, BoundCompleter, Completions};
use super::failing::Failing;
use super::identity::{Icon, Identity};
use super::pages::{Listed, Pages};
use super::prompts::text_input;
use super::settings::{CacheScope, Settings};

/// A resource together with the state it shares.
pub(crate) struct BoundResource {
    info: ResourceInfo,
    mime_type: Option<&'static str>,
    input: InputSchema,
    run: Run,
    completers: Vec<BoundCompleter>,
}

impl fmt::Debug for BoundResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundResource")
            .field("info", &self.info)
            .finish_non_exhaustive()
    }
}

impl BoundResource {
    pub(crate) fn new<State: Send + Sync + 'static>(
        entry: &'static ResourceEntry<State>,
        state: &Arc<State>,
    ) -> Self {
        Self {
            info: entry.info,
            mime_type: entry.mime_type,
            input: (entry.input)(InputSchema::default()),
            run: call::bind(state, entry.run),
            completers: completions::bind(entry.completers, state),
        }
    }
}

/// One resource, or all that a template describes, ready to be listed and read.
#[derive(Debug)]
pub(crate) struct CompiledResource {
    pub(crate) callee: Arc<Callee>,
    pub(crate) completions: Completions,
    info: ResourceInfo,
    mime_type: Option<&'static str>,
}

impl CompiledResource {
    fn write(&self, address: &'static str, out: &mut Vec<u8>, version: ProtocolVersion) {
        json::object(out, |resource| {
            let info = &self.info;
            resource.string(address, info.uri);
            resource.string("name", info.name);
            if let Some(title) = info.title.filter(|_| version.has_titles()) {
                resource.string("title", title);
            }
            resource.string("description", info.description);
            if let Some(mime_type) = self.mime_type {
                resource.string("mimeType", mime_type);
            }
            if let Some(icon) = info.icon.filter(|_| version.has_icons()) {
                resource.array("icons", [Icon::new(icon)], |out, icon| icon.write(out));
            }
            if let Some(size) = info.size.filter(|_| info.template.is_none()) {
                resource.unsigned("size", size);
            }
            let audience = info.audience.unwrap_or_default();
            let annotations = (audience, info.priority, info.last_modified);
            write_annotations(resource, annotations, version);
            if let Some(meta) = info.meta.filter(|_| version.has_item_meta()) {
                resource.raw("_meta", &meta().to_string());
            }
        });
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
            // One resource has one address: `1.0` and `1e0` are not `1` here.
            if matches!(kind, Some(Kind::Integer(_))) && value.contains(['.', 'e', 'E']) {
                return Some(format!("'{name}' must be an integer in digits"));
            }
        }
        None
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
}

impl Resources {
    /// Compiles what was declared; every problem is noted.
    pub(crate) fn compile(
        declared: Vec<BoundResource>,
        board: Arc<Board>,
        (settings, identity, failing): (&Settings, &Arc<Identity>, &Arc<Failing>),
        problems: &mut Vec<String>,
    ) -> Self {
        let mut addresses = HashSet::new();
        let (mut fixed, mut templates) = (Vec::new(), Vec::new());
        for resource in declared {
            let uri = resource.info.uri;
            if !addresses.insert(uri) {
                problems.push(format!(
                    "two resources have the address '{uri}': give one of them another with `#[resource(uri = \"..\")]`"
                ));
                continue;
            }
            match compile(resource, settings, failing) {
                Ok(resource) if resource.info.template.is_none() => fixed.push(Fixed(resource)),
                Ok(resource) => templates.push(Template(resource)),
                Err(found) => problems.extend(
                    found
                        .into_iter()
                        .map(|problem| format!("the resource '{uri}': {problem}")),
                ),
            }
        }
        let keys = fixed.iter().map(Listed::key);
        let keys = keys.chain(templates.iter().map(Listed::key));
        let unknown = board.fill(keys.map(Arc::from).collect());
        problems.extend(
            unknown
                .iter()
                .map(|it| format!("a resource is switched off: {it}")),
        );
        Self {
            board,
            pages: Pages::new(&fixed, settings, identity),
            template_pages: Pages::new(&templates, settings, identity),
            fixed,
            templates,
        }
    }

    /// What switches the resources on and off.
    pub(crate) fn switch(&self) -> ResourceSwitch {
        ResourceSwitch::new(&self.board)
    }

    /// The result that lists a page of those with an address; `None` when the cursor was not given
    /// out.
    pub(crate) fn page(&self, version: ProtocolVersion, cursor: Option<&str>) -> Option<Vec<u8>> {
        let is_on = |place| self.board.is_on(place);
        self.pages.find(version, cursor, is_on)
    }

    /// As [`page`](Self::page), of the templates.
    pub(crate) fn template_page(
        &self,
        version: ProtocolVersion,
        cursor: Option<&str>,
    ) -> Option<Vec<u8>> {
        let is_on = |place| self.board.is_on(self.fixed.len() + place);
        self.template_pages.find(version, cursor, is_on)
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

    /// Whether there is a variable that can be completed.
    pub(crate) fn complete(&self) -> bool {
        self.templates.iter().any(|it| it.0.completions.any())
    }

    /// The resource at an address, and the variables in it, as the text of an object.
    ///
    /// A fixed address comes before templates, and of those the first, in the order written, that
    /// the address and the types of the variables fit.
    pub(crate) fn find(
        &self,
        uri: &str,
    ) -> Result<(&CompiledResource, Option<String>), ProtocolError> {
        if let Some(Fixed(resource)) = self.fixed().find(|it| it.key() == uri) {
            return Ok((resource, None));
        }
        let mut near = None;
        for Template(resource) in self.templates() {
            match resource.read(uri) {
                Ok(texts) => return Ok((resource, Some(texts))),
                Err(why) => near = near.or(why.map(|why| (resource.info.uri, why))),
            }
        }
        Err(unknown_resource(uri, near))
    }

    /// What is completed: by its template as it is listed, or by an address.
    pub(crate) fn find_template(&self, uri: &str) -> Result<&CompiledResource, ProtocolError> {
        let template = self.templates().find(|it| it.key() == uri);
        match template {
            Some(Template(resource)) => Ok(resource),
            None => self.find(uri).map(|(resource, _)| resource),
        }
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

/// The macro has refused what the spelling of a type shows already.
fn variables_are_arguments(info: &ResourceInfo, input: &Input) -> Result<(), Vec<String>> {
    let variables: Vec<&str> = template::variables(info.template.unwrap_or_default()).collect();
    let arguments: Vec<&str> = input.arguments.iter().map(|it| &*it.name).collect();
    let without = |name: &&&str| !variables.contains(*name);
    let extra = arguments.iter().filter(without).map(|name| {
        format!("parameter '{name}': it is an argument, and not in the address; write `{{{name}}}` or `{{?{name}}}` into it")
    });
    let provided = variables.iter().filter(|name| !arguments.contains(name));
    let provided = provided.map(|name| {
        format!("parameter '{name}': it is in the address, and its type is one of the server's state; rename the parameter or the variable")
    });
    let problems: Vec<String> = extra.chain(provided).collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

fn compile(
    resource: BoundResource,
    settings: &Settings,
    failing: &Arc<Failing>,
) -> Result<CompiledResource, Vec<String>> {
    let info = resource.info;
    let input = text_input(resource.input, "a variable of an address")?;
    variables_are_arguments(&info, &input)?;
    let rules = Arc::new(Rules {
        tool: info.name.into(),
        input,
        conversions: Conversions::Scalars,
        unknown: UnknownArguments::Refuse,
        levels: settings.max_nesting,
        texts: true,
    });
    let completions = Completions::new(&rules, resource.completers, settings, failing);
    Ok(CompiledResource {
        callee: Arc::new(Callee {
            name: info.name.into(),
            rules,
            // What a function gives may depend on who asks, unless its author says otherwise.
            form: Form::Resource {
                mime_type: resource.mime_type,
                cache_for: info.cache_for.unwrap_or(Duration::ZERO),
                cache_scope: info.cache_scope.unwrap_or(CacheScope::Private),
            },
            timeout: info.timeout.or(settings.timeout),
            limit: info.max_running.map(Limit::new),
            failing: Arc::clone(failing),
            run: resource.run,
        }),
        completions,
        mime_type: resource.mime_type,
        info,
    })
}
