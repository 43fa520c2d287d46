//! Where in the arguments something stands.

use std::fmt::{self, Write as _};

use super::shown;

/// One step into a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// Into the member of an object.
    Name(String),
    /// Into the item of an array.
    Index(usize),
}

/// A place, as a chain that lives on the stack while a value is walked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Path<'p> {
    outer: Option<&'p Path<'p>>,
    step: Place<'p>,
}

#[derive(Debug, Clone, Copy)]
enum Place<'p> {
    Name(&'p str),
    Index(usize),
}

impl<'p> Path<'p> {
    /// The argument of this name.
    pub(crate) fn argument(name: &'p str) -> Self {
        Self {
            outer: None,
            step: Place::Name(name),
        }
    }

    /// A member of what is here.
    pub(crate) fn name(&'p self, name: &'p str) -> Self {
        Self {
            outer: Some(self),
            step: Place::Name(name),
        }
    }

    /// An item of what is here.
    pub(crate) fn index(&'p self, index: usize) -> Self {
        Self {
            outer: Some(self),
            step: Place::Index(index),
        }
    }

    /// The steps from the arguments to here.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let mut steps = self.outer.map(Path::steps).unwrap_or_default();
        steps.push(match self.step {
            Place::Name(name) => Step::Name(name.to_owned()),
            Place::Index(index) => Step::Index(index),
        });
        steps
    }
}

/// Steps in words: `filters[2].state`.
pub(crate) struct Words<'s>(pub(crate) &'s [Step]);

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Name(name) if place == 0 => f.write_str(&shown::name(name))?,
                Step::Name(name) if is_plain(name) => write!(f, ".{}", shown::name(name))?,
                Step::Name(name) => write!(f, "[\"{}\"]", shown::name(name))?,
            }
        }
        Ok(())
    }
}

fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// Steps as a JSON pointer: `/filters/2/state`.
pub(crate) fn pointer(steps: &[Step]) -> String {
    let mut pointer = String::new();
    for step in steps {
        pointer.push('/');
        match step {
            Step::Index(index) => {
                let _ = write!(pointer, "{index}");
            }
            Step::Name(name) => {
                pointer.push_str(&shown::name(name).replace('~', "~0").replace('/', "~1"));
            }
        }
    }
    pointer
}
