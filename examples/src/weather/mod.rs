//! A weather server: the tools `get_weather` and `find_city`, the prompt `plan_day`, and the climate
//! of each city as a resource.
//!
//! It answers from monthly climate normals, and says so; with `WEATHER_API` set to the address of
//! an Open-Meteo-compatible service it asks that service for a forecast.

pub mod calendar;
pub mod content;
pub mod failure;
pub mod forecast;
pub mod names;
pub mod service;
pub mod stations;
pub mod tools;
