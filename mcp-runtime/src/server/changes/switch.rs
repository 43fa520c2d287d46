//! Switching what a server offers on and off while it runs.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::protocol::changed_list::ChangedList;
use crate::tool::nearest::nearest;

use super::{Change, Hub};

/// One type for each list, so that a server's state can have one of each.
macro_rules! switches {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone)]
            pub struct $name(Arc<Board>);

            impl $name {
                pub(crate) fn new(board: &Arc<Board>) -> Self {
                    board.hub.offer_list(board.list);
                    Self(Arc::clone(board))
                }

                /// Switches on; nothing happens when it is on.
                ///
                /// # Errors
                ///
                /// Nothing has this name. Before the server is built every name is taken, and one
                /// that nothing has keeps the server from being built.
                pub fn enable(&self, name: &str) -> Result<(), UnknownName> {
                    self.0.turn(name, true)
                }

                /// Switches off; nothing happens when it is off.
                ///
                /// # Errors
                ///
                /// As [`enable`](Self::enable).
                pub fn disable(&self, name: &str) -> Result<(), UnknownName> {
                    self.0.turn(name, false)
                }

                /// Whether it is there and on.
                #[must_use]
                pub fn is_enabled(&self, name: &str) -> bool {
                    self.0.is_enabled(name)
                }

                /// Every name, on or off, in the order written; none before the server is built.
                pub fn names(&self) -> impl Iterator<Item = &str> {
                    self.0.names()
                }

                /// Tells listening clients that the list has changed for another reason: what is
                /// listed says something else, or a caller may see other things of it.
                pub fn list_changed(&self) {
                    self.0.hub.announce(&Change::List(self.0.list));
                }
            }
        )*
    };
}

switches! {
    /// Switches the tools of a server on and off while it runs.
    ///
    /// What is off is not listed and as unknown as if it were not there; calls that run already go
    /// on. Clients that listen for changes of the list are told of each; several at once may come
    /// as one. Clones switch the same server.
    ///
    /// It comes from [`ServerBuilder::tool_switch`](crate::ServerBuilder::tool_switch), to be state
    /// of the tools, or from [`Server::tool_switch`](crate::Server::tool_switch). Whoever asks for
    /// it makes the server declare that the list may change, so it is asked for before clients
    /// come.
    ///
    /// ```
    /// use mcp_runtime::testing::Client;
    /// use mcp_runtime::{Server, ToolFailure, ToolSwitch, tool, tools};
    /// use serde_json::json;
    ///
    /// /// Opens the vault for the rest of the session.
    /// #[tool]
    /// fn unlock(switch: &ToolSwitch, code: u32) -> Result<(), ToolFailure> {
    ///     if code != 1017 {
    ///         return Err(ToolFailure::forbidden("this is not the code"));
    ///     }
    ///     switch.enable("open_vault").map_err(ToolFailure::internal)
    /// }
    ///
    /// /// Opens the vault.
    /// #[tool]
    /// fn open_vault() {}
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let builder = Server::builder("bank", "1.0.0");
    /// let switch = builder.tool_switch();
    /// switch.disable("open_vault")?;
    /// let server = builder.state(switch).tools(tools![unlock, open_vault]).build()?;
    ///
    /// let client = Client::new(&server);
    /// assert!(client.call("open_vault", json!({})).await.text().starts_with("Unknown tool"));
    /// client.call("unlock", json!({ "code": 1017 })).await;
    /// assert_eq!(client.call("open_vault", json!({})).await.text(), "Done.");
    /// # Ok(())
    /// # }
    /// ```
    ToolSwitch;

    /// Switches the prompts of a server on and off while it runs, as [`ToolSwitch`] does its tools.
    ///
    /// It comes from [`ServerBuilder::prompt_switch`](crate::ServerBuilder::prompt_switch) or
    /// [`Server::prompt_switch`](crate::Server::prompt_switch).
    PromptSwitch;

    /// Switches the resources of a server on and off while it runs, as [`ToolSwitch`] does its
    /// tools; their names here are their addresses and templates, as they are listed.
    ///
    /// It comes from [`ServerBuilder::resource_switch`](crate::ServerBuilder::resource_switch) or
    /// [`Server::resource_switch`](crate::Server::resource_switch). That a resource has other
    /// contents is told by [`ResourceUpdates`](crate::ResourceUpdates).
    ResourceSwitch;
}

/// The switches of one list.
#[derive(Debug)]
pub(crate) struct Board {
    list: ChangedList,
    hub: Arc<Hub>,
    /// What was switched off before there was a server.
    off: Mutex<BTreeSet<String>>,
    items: OnceLock<Items>,
}

#[derive(Debug)]
struct Items {
    names: Vec<Arc<str>>,
    places: HashMap<Arc<str>, usize>,
    off: Vec<AtomicBool>,
}

impl Items {
    fn find(&self, name: &str) -> Option<&AtomicBool> {
        self.off.get(*self.places.get(name)?)
    }
}

impl Board {
    pub(crate) fn new(list: ChangedList, hub: &Arc<Hub>) -> Arc<Self> {
        Arc::new(Self {
            list,
            hub: Arc::clone(hub),
            off: Mutex::default(),
            items: OnceLock::new(),
        })
    }

    /// The list is complete; gives what was switched off and is not there.
    pub(crate) fn fill(&self, names: Vec<Arc<str>>) -> Vec<UnknownName> {
        let off = std::mem::take(&mut *self.lock());
        let unknown = off
            .iter()
            .filter(|off| !names.iter().any(|name| **name == ***off));
        let unknown: Vec<_> = unknown.map(|name| self.unknown(name, &names)).collect();
        let items = Items {
            places: names.iter().cloned().zip(0..).collect(),
            off: names
                .iter()
                .map(|name| AtomicBool::new(off.contains(&**name)))
                .collect(),
            names,
        };
        // A second server cannot be built of one builder.
        let _ = self.items.set(items);
        unknown
    }

    /// Whether the item at this place is on.
    pub(crate) fn is_on(&self, place: usize) -> bool {
        let off = self.items.get().and_then(|items| items.off.get(place));
        off.is_none_or(|off| !off.load(Ordering::Acquire))
    }

    fn is_enabled(&self, name: &str) -> bool {
        match self.items.get() {
            None => !self.lock().contains(name),
            Some(items) => items
                .find(name)
                .is_some_and(|off| !off.load(Ordering::Acquire)),
        }
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.items.get().map(|items| items.names.iter());
        names.into_iter().flatten().map(|name| &**name)
    }

    fn turn(&self, name: &str, on: bool) -> Result<(), UnknownName> {
        let Some(items) = self.items.get() else {
            let mut off = self.lock();
            if on {
                off.remove(name);
            } else {
                off.insert(name.to_owned());
            }
            return Ok(());
        };
        let off = items
            .find(name)
            .ok_or_else(|| self.unknown(name, &items.names))?;
        if off.swap(!on, Ordering::AcqRel) == on {
            self.hub.announce(&Change::List(self.list));
        }
        Ok(())
    }

    fn unknown(&self, name: &str, names: &[Arc<str>]) -> UnknownName {
        UnknownName {
            list: self.list,
            name: name.to_owned(),
            nearest: nearest(name, names.iter().map(|name| &**name)).map(str::to_owned),
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.off.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was to be switched on or off is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    list: ChangedList,
    name: String,
    nearest: Option<String>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} '{}'", self.list.noun(), self.name)?;
        match &self.nearest {
            Some(nearest) => write!(f, ", did you mean '{nearest}'?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownName {}
