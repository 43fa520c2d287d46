/// Asks for the weather.
#[prompt(title = "Weather")]
async fn weather(
    stations: &Stations,
    /// The city.
    #[arg(complete = cities(stations, units), title = "City")]
    city: &str,
    units: Option<Units>,
) -> Prompt {
    stations.ask(city, units)
}
