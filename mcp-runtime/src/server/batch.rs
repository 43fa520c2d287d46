//! Several messages in one array, as 2025-03-26 has them: answered in one array.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use super::answer::Answer;
use super::call::RunningCall;

/// The answers of one batch, which are sent together and once.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    answers: Mutex<Option<Vec<Vec<u8>>>>,
}

impl Batch {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            answers: Mutex::new(Some(Vec::new())),
        })
    }

    /// Adds the answer to one of its messages.
    pub(crate) fn add(&self, answer: Vec<u8>) {
        if let Some(answers) = self.lock().as_mut() {
            answers.push(answer);
        }
    }

    /// The answer to the batch: `Some` for the first who asks, unless nothing is to be answered.
    pub(crate) fn take(&self) -> Option<Vec<u8>> {
        let answers = self.lock().take()?;
        if answers.is_empty() {
            return None;
        }
        let mut array = Vec::with_capacity(answers.iter().map(Vec::len).sum::<usize>() + 2);
        array.push(b'[');
        array.extend_from_slice(&answers.join(&b','));
        array.push(b']');
        Some(array)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Vec<Vec<u8>>>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The calls of a batch, running side by side.
pub(crate) struct RunningBatch {
    batch: Arc<Batch>,
    calls: Vec<Option<RunningCall>>,
    left: usize,
    ready: Arc<Ready>,
    wakers: Vec<Waker>,
}

/// Which calls want to be polled, so that one that wakes does not cost a look at all.
#[derive(Debug, Default)]
struct Ready {
    state: Mutex<ReadyState>,
}

#[derive(Debug, Default)]
struct ReadyState {
    calls: Vec<usize>,
    whole: Option<Waker>,
}

impl Ready {
    fn lock(&self) -> MutexGuard<'_, ReadyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct CallWaker {
    call: usize,
    ready: Arc<Ready>,
}

impl Wake for CallWaker {
    fn wake(self: Arc<Self>) {
        let whole = {
            let mut state = self.ready.lock();
            state.calls.push(self.call);
            state.whole.take()
        };
        if let Some(whole) = whole {
            whole.wake();
        }
    }
}

impl RunningBatch {
    pub(crate) fn new(batch: Arc<Batch>, calls: Vec<RunningCall>) -> Self {
        let ready = Arc::new(Ready::default());
        ready.lock().calls.extend(0..calls.len());
        let wakers = (0..calls.len())
            .map(|call| {
                Waker::from(Arc::new(CallWaker {
                    call,
                    ready: Arc::clone(&ready),
                }))
            })
            .collect();
        Self {
            batch,
            left: calls.len(),
            calls: calls.into_iter().map(Some).collect(),
            ready,
            wakers,
        }
    }
}

#[cfg(feature = "http")]
impl RunningBatch {
    /// Ends what still runs because the server stops, and gives the answer to the whole.
    pub(crate) fn abandon(&mut self) -> Option<Answer> {
        for call in self.calls.iter_mut().filter_map(Option::take) {
            let mut call = call;
            if let Some(answer) = call.abandon() {
                self.batch.add(answer.json);
            }
        }
        self.left = 0;
        self.batch.take().map(Answer::of)
    }
}

impl Future for RunningBatch {
    type Output = Option<Answer>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let ready = {
            let mut state = this.ready.lock();
            state.whole = Some(cx.waker().clone());
            std::mem::take(&mut state.calls)
        };
        for index in ready {
            let (Some(place), Some(waker)) = (this.calls.get_mut(index), this.wakers.get(index))
            else {
                continue;
            };
            let Some(call) = place else { continue };
            if let Poll::Ready(answer) = call.poll(&mut Context::from_waker(waker)) {
                *place = None;
                this.left -= 1;
                if let Some(answer) = answer {
                    this.batch.add(answer.json);
                }
            }
        }
        if this.left == 0 {
            Poll::Ready(this.batch.take().map(Answer::of))
        } else {
            Poll::Pending
        }
    }
}

impl fmt::Debug for RunningBatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunningBatch")
            .field("left", &self.left)
            .finish_non_exhaustive()
    }
}
