//! A weather server: `get_weather` and `find_city`.
//!
//! It answers from monthly climate normals, and says so; with `WEATHER_API` set to the address of
//! an Open-Meteo-compatible service it asks that service for a forecast.

pub mod calendar;
pub mod failure;
pub mod forecast;
pub mod names;
pub mod service;
pub mod stations;
pub mod tools;
