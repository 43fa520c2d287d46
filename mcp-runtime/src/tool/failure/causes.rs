//! An error and its causes in words: as many as a log can use, whatever the errors do.

use std::error::Error;
use std::fmt::{self, Write};

use crate::tool::panics;

/// The most causes that are told, so that an error which is its own cause comes to an end.
const DEPTH: usize = 16;

/// The most bytes of one error's text.
const LENGTH: usize = 4096;

const MORE: &str = "(further causes are left out)";
const CUT: &str = " … (cut)";
const SILENT: &str = "(an error panicked while it was shown)";
const LOST: &str = "(an error panicked while it was asked for its cause)";

/// What an error and its causes say, the outermost first. A last text says what is left out, if
/// anything is.
pub(crate) fn texts(error: &dyn Error) -> Vec<String> {
    let mut texts = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next {
        if texts.len() == DEPTH {
            texts.push(MORE.to_owned());
            break;
        }
        texts.push(panics::guarded(|| shown(error)).unwrap_or_else(|_| SILENT.to_owned()));
        next = if let Ok(source) = panics::guarded(|| error.source()) {
            source.map(|source| source as &dyn Error)
        } else {
            texts.push(LOST.to_owned());
            None
        };
    }
    texts
}

fn shown(error: &dyn Error) -> String {
    let mut text = Bounded::default();
    // An error that refuses to be shown has said what it says.
    let _ = write!(text, "{error}");
    if text.is_cut {
        text.text.push_str(CUT);
    }
    text.text
}

/// Refuses what goes beyond its length, so that an endless `Display` ends.
#[derive(Default)]
struct Bounded {
    text: String,
    is_cut: bool,
}

impl Write for Bounded {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        if self.is_cut {
            return Err(fmt::Error);
        }
        let room = LENGTH - self.text.len();
        if more.len() <= room {
            self.text.push_str(more);
            return Ok(());
        }
        let end = (0..=room).rev().find(|&end| more.is_char_boundary(end));
        self.text
            .push_str(more.get(..end.unwrap_or(0)).unwrap_or_default());
        self.is_cut = true;
        Err(fmt::Error)
    }
}

#[cfg(test)]
#[allow(clippy::panic, reason = "errors that panic are what is tested")]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Link(Option<Box<Link>>);

    impl fmt::Display for Link {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("link")
        }
    }

    impl Error for Link {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            self.0.as_deref().map(|link| link as _)
        }
    }

    #[derive(Debug)]
    enum Odd {
        Cycle,
        Endless,
        Silent,
        Lost,
    }

    impl fmt::Display for Odd {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Self::Endless => loop {
                    f.write_str("é")?;
                },
                Self::Silent => panic!("no text"),
                Self::Cycle | Self::Lost => f.write_str("odd"),
            }
        }
    }

    impl Error for Odd {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            match self {
                Self::Cycle => Some(self),
                Self::Lost => panic!("no cause"),
                Self::Endless | Self::Silent => None,
            }
        }
    }

    #[test]
    fn a_chain_is_told_up_to_its_limit_and_says_that_there_is_more() {
        let chain = |links| (1..links).fold(Link(None), |inner, _| Link(Some(Box::new(inner))));
        assert_eq!(texts(&chain(DEPTH)), ["link"; DEPTH]);
        for told in [texts(&chain(DEPTH + 1)), texts(&chain(2000))] {
            assert_eq!(told.len(), DEPTH + 1);
            assert_eq!(told.last().map(String::as_str), Some(MORE));
        }
    }

    #[test]
    fn an_error_that_is_its_own_cause_comes_to_an_end() {
        let told = texts(&Odd::Cycle);
        assert_eq!(told.len(), DEPTH + 1);
        assert_eq!(told.last().map(String::as_str), Some(MORE));
    }

    #[test]
    fn a_text_without_end_is_cut_between_characters() {
        let told = texts(&Odd::Endless);
        let text = told.first().map(String::as_str).unwrap_or_default();
        assert!(text.ends_with("é … (cut)"));
        assert!(text.len() <= LENGTH + CUT.len());
    }

    #[test]
    fn an_error_that_panics_is_told_of() {
        assert_eq!(texts(&Odd::Silent), [SILENT]);
        assert_eq!(texts(&Odd::Lost), ["odd", LOST]);
    }
}
