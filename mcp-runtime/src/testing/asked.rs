//! What calls ask, and how a client goes on with them: with the same request anew, or with replies.

use std::fmt;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::Poll;

use serde_json::{Map, Value, json};

use crate::server::connection::Sink as _;
use crate::server::dispatch::{Received, Running};

use super::inbox::{Question, lock};
use super::{Client, request};

/// What a call asks its client, whichever way that came.
#[derive(Debug, Clone)]
pub struct Asked {
    requests: Map<String, Value>,
    state: Option<String>,
    pub(super) result: Value,
    next: Next,
}

/// How a call goes on with the answers.
#[derive(Debug, Clone)]
enum Next {
    /// With the same request anew.
    Round { method: String, params: Value },
    /// With replies to the requests it waits for.
    Session {
        id: u64,
        /// The tool that is called, if it is one.
        tool: Option<String>,
        running: Arc<Mutex<Option<Running>>>,
        open: Vec<Question>,
    },
}

impl Asked {
    /// The requests by the keys that the function knows them by, each with `method` and `params`.
    #[must_use]
    pub fn requests(&self) -> &Map<String, Value> {
        &self.requests
    }

    /// One of the requests.
    #[must_use]
    pub fn request(&self, key: &str) -> Option<&Value> {
        self.requests.get(key)
    }

    /// The sealed state that goes along to the next round; none in a session.
    #[must_use]
    pub fn state(&self) -> Option<&str> {
        self.state.as_deref()
    }

    /// The same questions with another state: what a client must not do.
    #[must_use]
    pub fn with_state(mut self, state: Option<String>) -> Self {
        self.state = state;
        self
    }
}

impl Asked {
    /// What an answer of 2026-07-28 asks, if it does; `params` are those of the request.
    pub(super) fn of(method: &str, params: &Value, answer: &Value) -> Option<Self> {
        if answer.pointer("/result/resultType") != Some(&json!("input_required")) {
            return None;
        }
        let result = answer.get("result").cloned().unwrap_or_default();
        let requests = result.get("inputRequests").and_then(Value::as_object);
        let state = result.get("requestState").and_then(Value::as_str);
        Some(Self {
            requests: requests.cloned().unwrap_or_default(),
            state: state.map(str::to_owned),
            result,
            next: Next::Round {
                method: method.to_owned(),
                params: params.clone(),
            },
        })
    }

    /// The request of the next round, where there are rounds.
    #[cfg(feature = "http")]
    pub(super) fn next_round(&self, answers: &Value) -> Option<(String, Value)> {
        match &self.next {
            Next::Round { method, params } => {
                Some((method.clone(), self.with_responses(params, answers)))
            }
            Next::Session { .. } => None,
        }
    }

    fn with_responses(&self, params: &Value, answers: &Value) -> Value {
        let mut params = params.clone();
        if let Some(params) = params.as_object_mut() {
            params.insert("inputResponses".to_owned(), answers.clone());
            if let Some(state) = &self.state {
                params.insert("requestState".to_owned(), json!(state));
            }
        }
        params
    }
}

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        (&self.requests, &self.state) == (&other.requests, &other.state)
    }
}

/// What became of a request.
pub(super) enum Exchange {
    Nothing,
    Answer(Value),
    Asked(Asked),
}

/// Gives the client's result for a question.
#[derive(Clone)]
pub(super) struct Answers(pub(super) Arc<Give>);

impl Answers {
    /// The answers that there are to what is asked.
    pub(super) fn to(&self, asked: &Asked) -> Map<String, Value> {
        let requests = asked.requests.iter();
        requests
            .filter_map(|(key, request)| Some((key.clone(), (self.0)(key, request)?)))
            .collect()
    }
}

type Give = dyn Fn(&str, &Value) -> Option<Value> + Send + Sync;

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Answers(..)")
    }
}

impl Client {
    /// Sends answers, the way the questions came.
    pub(super) async fn reply(&self, asked: &Asked, answers: &Value) -> Exchange {
        match &asked.next {
            Next::Round { method, params } => {
                let params = asked.with_responses(params, answers);
                self.exchange(method, params).await
            }
            Next::Session {
                id,
                tool,
                running,
                open,
            } => {
                let mut left = Vec::new();
                for question in open {
                    let Some(answer) = answers.get(&question.key) else {
                        left.push(question.clone());
                        continue;
                    };
                    let mut reply = json!({ "jsonrpc": "2.0", "id": question.id });
                    if let Some(reply) = reply.as_object_mut() {
                        let (name, part) = match answer.get("error") {
                            Some(error) => ("error", error),
                            None => ("result", answer),
                        };
                        reply.insert(name.to_owned(), part.clone());
                    }
                    self.receive(&reply.to_string());
                }
                let running = lock(running).take();
                match running {
                    Some(running) => self.drive(*id, tool.clone(), running, left).await,
                    // Another clone of the outcome has gone on with the call.
                    None => Exchange::Nothing,
                }
            }
        }
    }

    /// Goes on while there are answers to what is asked.
    pub(super) async fn settle(&self, mut exchange: Exchange) -> Exchange {
        // A tool may ask for ever.
        for _ in 0..100 {
            let (Exchange::Asked(asked), Some(given)) = (&exchange, &self.answers) else {
                return exchange;
            };
            let answers = given.to(asked);
            if answers.is_empty() {
                return exchange;
            }
            exchange = Box::pin(self.reply(asked, &Value::Object(answers))).await;
        }
        exchange
    }

    pub(super) async fn exchange(&self, method: &str, mut params: Value) -> Exchange {
        let id = self.next_id();
        let again = params.clone();
        let tool = params.get("name").and_then(Value::as_str);
        let tool = tool.filter(|_| method == "tools/call").map(str::to_owned);
        self.complete_params(&mut params, id);
        let exchange = match self.receive(&request(id, method, params)) {
            Received::Nothing => Exchange::Nothing,
            Received::Answer(answer) => self.read_answer(tool.as_deref(), answer.json),
            Received::Running(running) => self.drive(id, tool, running, Vec::new()).await,
        };
        let Exchange::Answer(answer) = exchange else {
            return exchange;
        };
        match Asked::of(method, &again, &answer) {
            Some(asked) => Exchange::Asked(asked),
            None => Exchange::Answer(answer),
        }
    }

    /// Polls a call until it is answered, or has asked something. `left` is what it has asked
    /// before and got no answer to.
    pub(super) async fn drive(
        &self,
        id: u64,
        tool: Option<String>,
        running: Running,
        left: Vec<Question>,
    ) -> Exchange {
        let mut running = Some(running);
        let call = id.to_string();
        let answered = std::future::poll_fn(|task| {
            let Some(polled) = &mut running else {
                return Poll::Ready(None);
            };
            if let Poll::Ready(answer) = pin!(polled).poll(task) {
                running = None;
                return Poll::Ready(Some(answer));
            }
            let asks = lock(&self.inbox.mail)
                .questions
                .iter()
                .any(|it| it.call == call);
            if asks || !left.is_empty() {
                Poll::Ready(None)
            } else {
                Poll::Pending
            }
        })
        .await;
        match (answered, running) {
            (Some(Some(answer)), _) => self.read_answer(tool.as_deref(), answer.json),
            (_, Some(running)) => {
                let mut open = left;
                open.extend(lock(&self.inbox.mail).take(&call));
                Exchange::Asked(Asked {
                    requests: open
                        .iter()
                        .map(|question| (question.key.clone(), question.request.clone()))
                        .collect(),
                    state: None,
                    result: Value::Null,
                    next: Next::Session {
                        id,
                        tool,
                        running: Arc::new(Mutex::new(Some(running))),
                        open,
                    },
                })
            }
            _ => Exchange::Nothing,
        }
    }

    /// An answer, held to the schema of the tool that gave it.
    fn read_answer(&self, tool: Option<&str>, answer: Vec<u8>) -> Exchange {
        let answer = crate::protocol::json::into_string(answer);
        let answer = serde_json::from_str(&answer).unwrap_or_default();
        if let Some(tool) = tool.filter(|_| self.inbox.checks_results()) {
            self.hold_to_schema(tool, &answer);
        }
        Exchange::Answer(answer)
    }
}
