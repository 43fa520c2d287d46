//! Where in a listed tool something stands, as a chain that lives on the stack.

#[derive(Debug, Clone, Copy)]
pub(super) enum Path<'p> {
    Root,
    Name(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
}

impl Path<'_> {
    pub(super) fn name<'n>(&'n self, name: &'n str) -> Path<'n> {
        Path::Name(self, name)
    }

    pub(super) fn index(&self, index: usize) -> Path<'_> {
        Path::Index(self, index)
    }

    /// As a JSON pointer.
    pub(super) fn pointer(&self) -> String {
        match self {
            Self::Root => String::new(),
            Self::Name(outer, name) => {
                let name = name.replace('~', "~0").replace('/', "~1");
                format!("{}/{}", outer.pointer(), crate::tool::shown::name(&name))
            }
            Self::Index(outer, index) => format!("{}/{index}", outer.pointer()),
        }
    }
}
