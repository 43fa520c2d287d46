//! Checking the answers after the first: the same bytes, but for the digits that must differ.

use crate::calls::Ask;

const DIGITS: usize = 7;

/// Where an answer that was read whole has its varying digits.
#[derive(Debug)]
pub(crate) struct Pattern {
    bytes: Vec<u8>,
    /// Where seven digits stand, and whether they are the id.
    slots: Vec<(usize, bool)>,
    id_at: usize,
}

impl Pattern {
    /// Learns from an answer that has been checked.
    pub(crate) fn learn(ask: Ask, id: u32, line: &[u8]) -> Option<Self> {
        let id_digits = digits(id);
        let value_digits = digits(ask.value(id));
        let mut slots = Vec::new();
        let mut at = 0;
        while at + DIGITS <= line.len() {
            let here = &line[at..at + DIGITS];
            if here == id_digits || here == value_digits {
                slots.push((at, here == id_digits));
                at += DIGITS;
            } else {
                at += 1;
            }
        }
        let id_at = place_of_id(line)?;
        slots.contains(&(id_at, true)).then(|| Self {
            bytes: line.to_vec(),
            slots,
            id_at,
        })
    }

    /// The id of the answer, when the answer is what it must be.
    pub(crate) fn matches(&self, ask: Ask, line: &[u8]) -> Option<u32> {
        if line.len() != self.bytes.len() {
            return None;
        }
        let id = number(line.get(self.id_at..self.id_at + DIGITS)?)?;
        let (id_digits, value_digits) = (digits(id), digits(ask.value(id)));
        let mut from = 0;
        for &(at, is_id) in &self.slots {
            let expected = if is_id { &id_digits } else { &value_digits };
            if line[from..at] != self.bytes[from..at] || line[at..at + DIGITS] != *expected {
                return None;
            }
            from = at + DIGITS;
        }
        (line[from..] == self.bytes[from..]).then_some(id)
    }
}

/// The id of any answer; `None` for what is no answer.
pub(crate) fn id_of(line: &[u8]) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct Id {
        id: u32,
    }
    serde_json::from_slice(line).ok().map(|Id { id }| id)
}

fn place_of_id(line: &[u8]) -> Option<usize> {
    let key = br#""id":"#;
    let at = line.windows(key.len()).position(|window| window == key)? + key.len();
    Some(at + usize::from(line.get(at) == Some(&b' ')))
}

fn digits(number: u32) -> [u8; DIGITS] {
    let mut digits = [b'0'; DIGITS];
    let mut rest = number;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    digits
}

fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0u32, |number, digit| {
        digit
            .is_ascii_digit()
            .then(|| number * 10 + u32::from(digit - b'0'))
    })
}
