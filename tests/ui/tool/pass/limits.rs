//! Ranges and lengths, of literals and of constants.

#![deny(warnings)]

use mcp_runtime::{Server, tool, tools};

const LEAST: i16 = -5;
const MOST: u8 = 16;
const WARMEST: f64 = 56.7;
const LONGEST: usize = 100;

/// Take what is within limits.
#[tool]
fn limited(
    #[arg(range(-5..=5))] literal: i32,
    #[arg(range(-5..6))] open: i32,
    #[arg(range(LEAST..))] least: i16,
    #[arg(range(..MOST))] before: u8,
    #[arg(range(1..=MOST))] mixed: u8,
    #[arg(range(-89.2..=WARMEST))] temperature: f64,
    #[arg(range(..=18_446_744_073_709_551_615))] large: u64,
    #[arg(length(1..))] text: String,
    #[arg(length(..LONGEST))] lent: &str,
    #[arg(length(2..=LONGEST))] list: Vec<u8>,
    #[arg(default = 3, example = 4, example = 18_446_744_073_709_551_615)] number: u64,
    #[arg(default = "en", example = "no")] language: String,
    #[arg(example = ["a", "b"])] tags: Option<Vec<String>>,
) {
    let _ = (literal, open, least, before, mixed, temperature, large, text, lent, list);
    let _ = (number, language, tags);
}

fn main() {
    let _ = Server::builder("limits", "1.0.0").tools(tools![limited]);
}
