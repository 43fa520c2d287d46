use mcp_runtime::{Server, resource, resources};

struct Notes;

#[resource]
impl Notes {
    /// Today's.
    #[resource(uri = "notes://today")]
    fn today(&self) -> String {
        String::new()
    }

    /// Today's again.
    #[resource(uri = "notes://today")]
    fn again(&self) -> String {
        String::new()
    }
}

struct Empty;

#[resource]
impl Empty {
    fn nothing(&self) {}
}

struct Pages;

#[resource]
impl Pages {
    /// A page by its number.
    #[resource(uri = "pages://{number}")]
    fn by_number(&self, number: u32) -> String {
        number.to_string()
    }

    /// A page by its place.
    #[resource(uri = "pages://{place}")]
    fn by_place(&self, place: u32) -> String {
        place.to_string()
    }
}

fn main() {
    Notes.today();
    Empty.nothing();
    Server::builder("pages", "1.0.0").state(Pages).resources(resources![Pages]);
}
