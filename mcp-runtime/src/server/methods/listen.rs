//! `subscriptions/listen`: from a filter to a subscription.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use crate::protocol::changed_list::ChangedList;
use crate::protocol::error::ProtocolError;
use crate::protocol::json;
use crate::protocol::notification::Notification;
use crate::protocol::request_id::RequestId;
use crate::protocol::scan::Raw;
use crate::server::capabilities::Capabilities;
use crate::server::changes::listener::Listener;
use crate::server::changes::subscriber::{Filter, Subscriber};
use crate::server::connection::Start;
use crate::server::dispatch::Dispatcher;
use crate::server::methods::subscribe::{MOST_WATCHED, too_many};
use crate::server::starting::{Asked, duplicate_id, malformed};
use crate::tool::node;

/// The member of a filter that names resources.
const RESOURCES: &str = "resourceSubscriptions";

/// How many subscriptions one connection may have open: each is kept as long as it lasts.
const MOST_LISTENERS: usize = 1024;

/// Begins a subscription. Nothing is told before it is polled.
pub(crate) fn start(dispatcher: &Dispatcher, asked: &Asked<'_>) -> Result<Listener, ProtocolError> {
    let (hub, capabilities) = (&dispatcher.hub, dispatcher.capabilities());
    if asked.connection.listeners() >= MOST_LISTENERS {
        return Err(malformed(&format!(
            "{MOST_LISTENERS} subscriptions are open already; cancel some, or ask for more in one"
        )));
    }
    let filter = granted(filter(asked.request.params.notifications)?, capabilities);
    for uri in &filter.resources {
        dispatcher
            .resources
            .may_watch(uri, asked.arrival.caller())?;
    }
    let id = RequestId::of(&asked.arrival.message, asked.request.id);
    let acknowledgement = Notification::Acknowledged {
        subscription: id.as_str().to_owned(),
        notifications: written(&filter),
    };
    let subscriber = Subscriber::new(filter);
    let (connection, version) = (asked.connection, asked.era.version);
    match connection.listen(&id, &subscriber, (version, &dispatcher.identity)) {
        Start::Started => hub.join(&subscriber),
        Start::Duplicate => return Err(duplicate_id()),
        // It is over; the first poll says so.
        Start::Stopping => {}
    }
    Ok(Listener {
        subscriber,
        connection: Arc::clone(connection),
        sink: Arc::clone(asked.arrival.sink),
        id,
        version,
        identity: Arc::clone(&dispatcher.identity),
        acknowledgement: Some(acknowledgement),
    })
}

/// What is wished for.
fn filter(came: Option<Raw<'_>>) -> Result<Filter, ProtocolError> {
    let came = came.map(|came| node::value(came.get())).transpose();
    let came = came
        .map_err(|why| malformed(&format!("'notifications': {why}")))?
        .unwrap_or_default();
    let Value::Object(members) = came else {
        return Err(malformed(
            "'notifications' must be an object that says what to listen for",
        ));
    };
    let mut filter = Filter::default();
    for list in ChangedList::ALL {
        match members.get(list.member()) {
            None | Some(Value::Null | Value::Bool(false)) => {}
            Some(Value::Bool(true)) => {
                filter.lists.insert(list);
            }
            Some(_) => {
                let member = list.member();
                return Err(malformed(&format!("'{member}' must be true or false")));
            }
        }
    }
    let not_addresses = || malformed(&format!("'{RESOURCES}' must be a list of addresses"));
    match members.get(RESOURCES) {
        None | Some(Value::Null) => {}
        Some(Value::Array(addresses)) => {
            for address in addresses {
                let address = address.as_str().ok_or_else(not_addresses)?;
                filter.resources.insert(address.into());
            }
            if filter.resources.len() > MOST_WATCHED {
                return Err(too_many());
            }
        }
        Some(_) => return Err(not_addresses()),
    }
    Ok(filter)
}

/// What of it the server can tell.
fn granted(wished: Filter, capabilities: Capabilities<'_>) -> Filter {
    let can = capabilities.changing_lists();
    Filter {
        lists: wished.lists.intersection(&can).copied().collect(),
        resources: if capabilities.hub.offers_resources() {
            wished.resources
        } else {
            BTreeSet::new()
        },
    }
}

fn written(filter: &Filter) -> String {
    let mut out = Vec::new();
    json::object(&mut out, |members| {
        for list in &filter.lists {
            members.bool(list.member(), true);
        }
        if !filter.resources.is_empty() {
            members.array(RESOURCES, &filter.resources, |out, uri| {
                json::string(out, uri);
            });
        }
    });
    json::into_string(out)
}
