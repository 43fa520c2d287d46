//! Base64 as the protocol wants binary data: the standard alphabet, padded. Fifty lines are less
//! than a dependency.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = ALPHABET.get((bits >> (18 - 6 * place)) as usize & 63);
            text.push(match letter {
                Some(&letter) if place <= group.len() => char::from(letter),
                _ => '=',
            });
        }
    }
    text
}

/// The bytes that a text stands for; `None` where it is not exactly what [`encode`] gives.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let letters = text.as_bytes();
    if letters.len() % 4 != 0 {
        return None;
    }
    let kept = letters.len()
        - letters
            .iter()
            .rev()
            .take(2)
            .take_while(|it| **it == b'=')
            .count();
    let mut bytes = Vec::with_capacity(letters.len() / 4 * 3);
    for group in letters.get(..kept)?.chunks(4) {
        let mut bits = 0;
        for place in 0..4 {
            let value = match group.get(place) {
                Some(&letter) => value(letter)?,
                None => 0,
            };
            bits = bits << 6 | value;
        }
        let [_, all @ ..] = u32::to_be_bytes(bits);
        let (whole, rest) = all.split_at_checked(group.len().checked_sub(1)?)?;
        // Bits that no byte has are 0: two texts never stand for the same bytes.
        if whole.is_empty() || rest.iter().any(|byte| *byte != 0) {
            return None;
        }
        bytes.extend_from_slice(whole);
    }
    Some(bytes)
}

fn value(letter: u8) -> Option<u32> {
    Some(u32::from(match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_what_is_written_is_read() {
        for text in [
            "Z", "Zg", "Zg=", "Zg===", "Z===", "====", "Zh==", "Zm9=", "Zm9v=", "Zm 9", "Zm9-",
            "=Zm9", "Zg==Zg==",
        ] {
            assert_eq!(super::decode(text), None, "{text}");
        }
    }

    #[test]
    fn the_test_vectors_of_rfc_4648_hold() {
        for (plain, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(super::encode(plain.as_bytes()), encoded);
            assert_eq!(super::decode(encoded).as_deref(), Some(plain.as_bytes()));
        }
        assert_eq!(super::encode(&[0xFB, 0xFF]), "+/8=");
    }
}
