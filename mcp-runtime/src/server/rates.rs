//! How often each caller has called of late.

use std::time::Duration;

use crate::tool::rate::Rate;

use super::caller::Caller;

#[cfg(not(feature = "rate-limit"))]
pub(crate) use none::Rates;
#[cfg(feature = "rate-limit")]
pub(crate) use some::Rates;

/// A call that comes too soon.
#[derive(Debug)]
pub(crate) struct TooSoon {
    pub(crate) rate: Rate,
    pub(crate) wait: Duration,
}

#[cfg(feature = "rate-limit")]
mod some {
    use std::collections::HashMap;
    use std::num::NonZeroU32;
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::{Duration, Instant};

    use governor::clock::Clock;
    use governor::middleware::NoOpMiddleware;
    use governor::nanos::Nanos;
    use governor::state::StateStore;
    use governor::{Quota, RateLimiter};

    use super::{Caller, Rate, TooSoon};

    /// Of so many callers it is known at most how often they called. Each of those that come while
    /// all of them are waiting for calls to come back shares one count with the others.
    const MOST_CALLERS: usize = 65_536;

    /// Callers that have all their calls back are forgotten no more often than so.
    const BETWEEN_SWEEPS: Duration = Duration::from_millis(100);

    type Limiter<C> = RateLimiter<Key, Counts<C>, C, NoOpMiddleware<Duration>>;

    /// One limit, for each caller by itself.
    pub(crate) struct Rates<C: Clock<Instant = Duration> = Uptime> {
        rate: Rate,
        clock: C,
        limiter: Limiter<C>,
        #[cfg(test)]
        state: Arc<Mutex<State>>,
    }

    /// Whose calls are counted.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    enum Key {
        /// Whoever is not known: on standard input and output the one client, over HTTP all
        /// together, because what tells them apart there is theirs to choose.
        Anonymous,
        Known(Box<str>),
        /// Those for whom there is no count of their own.
        Crowd,
    }

    impl Rates {
        pub(crate) fn of(rate: Option<Rate>) -> Option<Arc<Self>> {
            let rates = Self::with(rate?, Uptime(Instant::now()), MOST_CALLERS);
            Some(Arc::new(rates))
        }
    }

    impl<C: Clock<Instant = Duration> + Clone> Rates<C> {
        fn with(rate: Rate, clock: C, most: usize) -> Self {
            let calls = NonZeroU32::new(rate.calls()).unwrap_or(NonZeroU32::MIN);
            let every = rate.period() / calls.get();
            // Of more than one a nanosecond nothing would be left.
            let quota = Quota::with_period(every.max(Duration::from_nanos(1)));
            let quota = quota.unwrap_or(Quota::per_second(calls)).allow_burst(calls);
            let counts = Counts {
                clock: clock.clone(),
                most,
                state: Arc::default(),
            };
            Self {
                rate,
                #[cfg(test)]
                state: Arc::clone(&counts.state),
                limiter: RateLimiter::new(quota, counts, clock.clone()),
                clock,
            }
        }
    }

    impl<C: Clock<Instant = Duration>> Rates<C> {
        /// Counts a call, unless it comes too soon.
        pub(crate) fn count(&self, caller: Caller<'_>) -> Result<(), TooSoon> {
            let key = match caller.principal() {
                Some(principal) => Key::Known(principal.subject().into()),
                None => Key::Anonymous,
            };
            self.limiter.check_key(&key).map_err(|until| TooSoon {
                rate: self.rate,
                wait: until.wait_time_from(self.clock.now()),
            })
        }
    }

    impl<C: Clock<Instant = Duration>> std::fmt::Debug for Rates<C> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_tuple("Rates").field(&self.rate).finish()
        }
    }

    /// Time since the limit began: never set back, as a clock on the wall may be.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Uptime(Instant);

    impl Clock for Uptime {
        type Instant = Duration;

        fn now(&self) -> Duration {
            self.0.elapsed()
        }
    }

    /// What is known of each caller: when all its calls are back.
    struct Counts<C> {
        clock: C,
        most: usize,
        state: Arc<Mutex<State>>,
    }

    #[derive(Default)]
    struct State {
        back: HashMap<Key, Nanos>,
        swept: Duration,
    }

    impl<C: Clock<Instant = Duration>> StateStore for Counts<C> {
        type Key = Key;

        fn measure_and_replace<T, F, E>(&self, key: &Key, decide: F) -> Result<T, E>
        where
            F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
        {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let is_new = !state.back.contains_key(key);
            if is_new && state.back.len() >= self.most {
                state.sweep(self.clock.now());
            }
            // The crowd's own count has room whatever happens.
            let is_crowd = is_new && state.back.len() >= self.most;
            let key = if is_crowd { &Key::Crowd } else { key };
            let (decision, back) = decide(state.back.get(key).copied())?;
            state.back.insert(key.clone(), back);
            Ok(decision)
        }
    }

    impl State {
        /// Forgets who has all calls back: they are as new.
        fn sweep(&mut self, now: Duration) {
            let since = now.saturating_sub(self.swept);
            if self.swept > Duration::ZERO && since < BETWEEN_SWEEPS {
                return;
            }
            self.swept = now;
            let now = Nanos::from(now);
            self.back.retain(|_, back| *back > now);
        }
    }

    #[cfg(test)]
    mod tests {
        #![allow(clippy::unwrap_used, reason = "tests may panic")]

        use std::cell::Cell;
        use std::rc::Rc;

        use crate::tool::Principal;

        use super::*;

        /// A clock that a test moves on.
        #[derive(Clone, Default)]
        struct Hand(Rc<Cell<Duration>>);

        impl Hand {
            fn wait(&self, milliseconds: u64) {
                self.0
                    .set(self.0.get() + Duration::from_millis(milliseconds));
            }
        }

        impl Clock for Hand {
            type Instant = Duration;

            fn now(&self) -> Duration {
                self.0.get()
            }
        }

        fn allows(rates: &Rates<Hand>, who: &str) -> bool {
            rates.count(Caller::Known(&Principal::new(who))).is_ok()
        }

        #[test]
        fn all_calls_may_come_at_once_and_come_back_one_by_one() {
            let hand = Hand::default();
            let rates = Rates::with(Rate::per_minute(3), hand.clone(), 10);
            for _ in 0..3 {
                assert!(allows(&rates, "ada"));
            }
            let ada = Principal::new("ada");
            let soon = rates.count(Caller::Known(&ada)).unwrap_err();
            assert_eq!(soon.wait, Duration::from_secs(20));
            hand.wait(19_999);
            assert!(!allows(&rates, "ada"));
            hand.wait(1);
            assert!(allows(&rates, "ada"));
            assert!(!allows(&rates, "ada"));
        }

        #[test]
        fn each_caller_has_calls_of_its_own() {
            let rates = Rates::with(Rate::per_hour(1), Hand::default(), 10);
            assert!(allows(&rates, "ada") && allows(&rates, "eve"));
            assert!(rates.count(Caller::Anonymous).is_ok());
            assert!(!allows(&rates, "ada") && !allows(&rates, "eve"));
            assert!(
                rates.count(Caller::Owner).is_err(),
                "nobody is known in both"
            );
        }

        #[test]
        fn what_is_kept_is_bounded_and_a_crowd_gets_no_more_than_one() {
            let hand = Hand::default();
            let rates = Rates::with(Rate::per_second(1), hand.clone(), 4);
            hand.wait(1);
            for who in ["a", "b", "c", "d"] {
                assert!(allows(&rates, who));
            }
            assert!(allows(&rates, "e"), "the first of the crowd");
            for who in ["f", "g", "h"] {
                assert!(!allows(&rates, who), "{who}");
            }
            let kept = |rates: &Rates<Hand>| {
                let kept = rates.state.lock().unwrap().back.len();
                assert!(kept <= 5, "{kept}");
            };
            kept(&rates);
            // Those that are known keep their own, and who has all back makes room.
            assert!(!allows(&rates, "a"));
            hand.wait(1_500);
            for who in ["f", "g", "h", "i"] {
                assert!(allows(&rates, who), "{who}");
            }
            kept(&rates);
        }
    }
}

#[cfg(not(feature = "rate-limit"))]
mod none {
    use std::sync::Arc;

    use super::{Caller, Rate, TooSoon};

    /// Nobody counts: a server with a rate does not compile.
    #[derive(Debug)]
    pub(crate) enum Rates {}

    impl Rates {
        #[allow(clippy::unnecessary_wraps, reason = "with the feature there are some")]
        pub(crate) fn of(_: Option<Rate>) -> Option<Arc<Self>> {
            None
        }

        pub(crate) fn count(&self, _: Caller<'_>) -> Result<(), TooSoon> {
            match *self {}
        }
    }
}
