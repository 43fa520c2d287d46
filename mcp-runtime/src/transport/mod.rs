//! How messages come in and go out.
