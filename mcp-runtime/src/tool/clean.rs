//! Making text from outside safe to show: to a model, to a terminal, in a log.

use std::borrow::Cow;

/// Takes out what is not seen or steers what is seen: control characters, escape sequences of
/// terminals, bidirectional overrides, zero-width and other invisible characters. Line breaks
/// and tabs stay, line and paragraph separators become line breaks.
///
/// Text longer than `most` characters is cut, and says so.
pub(crate) fn clean(text: &str, most: usize) -> Cow<'_, str> {
    // A byte is at most a character, so a short plain text needs no second look.
    if text.len() <= most
        && text
            .bytes()
            .all(|byte| matches!(byte, b'\n' | b'\t' | b' '..=b'~'))
    {
        return Cow::Borrowed(text);
    }
    let mut cleaned = String::with_capacity(text.len().min(most.saturating_mul(4)));
    let mut count = 0_usize;
    let mut cut = false;
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let kept = match character {
            '\u{1b}' | '\u{9b}' => {
                skip_escape(character, &mut rest);
                continue;
            }
            '\r' if rest.as_str().starts_with('\n') => continue,
            '\r' | '\u{2028}' | '\u{2029}' => '\n',
            other if is_unseen(other) => continue,
            other => other,
        };
        if count == most {
            cut = true;
            break;
        }
        cleaned.push(kept);
        count += 1;
    }
    if cut {
        cleaned.push_str(" … (cut; ");
        cleaned.push_str(&text.chars().count().to_string());
        cleaned.push_str(" characters in all)");
    }
    Cow::Owned(cleaned)
}

/// Leaves out what follows an escape character as part of its sequence.
fn skip_escape(first: char, rest: &mut std::str::Chars<'_>) {
    let mut ahead = rest.clone();
    let introducer = if first == '\u{9b}' {
        Some('[')
    } else {
        ahead.next()
    };
    match introducer {
        // CSI: parameters, then one final character.
        Some('[') => {
            let mut length = 0;
            for character in ahead.by_ref() {
                length += 1;
                match character {
                    '\u{40}'..='\u{7e}' => break,
                    '\u{20}'..='\u{3f}' if length < 64 => {}
                    // Not a sequence after all: what stands here is text again.
                    _ => return,
                }
            }
        }
        // OSC, DCS, APC, PM, SOS: a text up to BEL or ST.
        Some(']' | 'P' | '_' | '^' | 'X') => {
            let mut length = 0;
            loop {
                length += 1;
                match ahead.next() {
                    Some('\u{7}' | '\u{9c}') => break,
                    Some('\u{1b}') => {
                        ahead.next();
                        break;
                    }
                    Some(_) if length < 4096 => {}
                    _ => return,
                }
            }
        }
        // Two characters, or one intermediate and one final.
        Some('(' | ')' | '#' | '%' | ' ') => {
            ahead.next();
        }
        Some('\u{30}'..='\u{7e}') => {}
        _ => return,
    }
    *rest = ahead;
}

fn is_unseen(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{ad}'                     // soft hyphen
        | '\u{61c}'                  // Arabic letter mark
        | '\u{180b}'..='\u{180f}'    // Mongolian selectors and vowel separator
        | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' // Hangul fillers
        | '\u{200b}'..='\u{200f}'    // zero width, direction marks
        | '\u{202a}'..='\u{202e}'    // bidirectional embeddings and overrides
        | '\u{2060}'..='\u{206f}'    // joiners, invisible operators, isolates
        | '\u{feff}'                 // byte order mark
        | '\u{fff9}'..='\u{fffb}'    // interlinear annotation
        | '\u{1bca0}'..='\u{1bca3}'  // shorthand controls
        | '\u{1d173}'..='\u{1d17a}'  // musical controls
        | '\u{e0000}'..='\u{e0fff}'  // tags and variation selectors: hidden text
        => true,
        other => other.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn plain_text_is_borrowed_and_unchanged() {
        assert!(matches!(
            clean("No city named 'Oslo'.\n\tTry again.", 100),
            std::borrow::Cow::Borrowed(_)
        ));
        assert_eq!(clean("Zürich, 東京 😀", 100), "Zürich, 東京 😀");
    }

    #[test]
    fn unseen_characters_are_taken_out() {
        assert_eq!(
            clean(
                "a\0b\u{7}c\u{202e}d\u{200b}e\u{feff}f\u{e0041}g\u{85}h",
                100
            ),
            "abcdefgh"
        );
        assert_eq!(clean("a\u{2028}b\r\nc\rd", 100), "a\nb\nc\nd");
    }

    #[test]
    fn every_character_that_hides_or_turns_text_is_taken_out() {
        let ranges = [
            '\0'..='\u{8}',
            '\u{b}'..='\u{c}',
            '\u{e}'..='\u{1a}',
            '\u{1c}'..='\u{1f}',
            '\u{7f}'..='\u{9a}',
            '\u{9c}'..='\u{9f}',
            '\u{ad}'..='\u{ad}',
            '\u{61c}'..='\u{61c}',
            '\u{115f}'..='\u{1160}',
            '\u{180b}'..='\u{180f}',
            '\u{200b}'..='\u{200f}',
            '\u{202a}'..='\u{202e}',
            '\u{2060}'..='\u{206f}',
            '\u{3164}'..='\u{3164}',
            '\u{feff}'..='\u{feff}',
            '\u{ffa0}'..='\u{ffa0}',
            '\u{fff9}'..='\u{fffb}',
            '\u{1bca0}'..='\u{1bca3}',
            '\u{1d173}'..='\u{1d17a}',
            '\u{e0000}'..='\u{e0fff}',
        ];
        for unseen in ranges.into_iter().flatten() {
            let text = format!("a{unseen}b");
            assert_eq!(clean(&text, 100), "ab", "{unseen:?}");
        }
        // What stands beside them is text.
        for seen in [
            '\u{ac}', '\u{ae}', '\u{61b}', '\u{61d}', '\u{115e}', '\u{1161}', '\u{200a}',
            '\u{2010}', '\u{2027}', '\u{202f}', '\u{205f}', '\u{2070}', '\u{3163}', '\u{3165}',
            '\u{ff9f}',
        ] {
            let text = format!("a{seen}b");
            assert_eq!(clean(&text, 100), text, "{seen:?}");
        }
    }

    #[test]
    fn escape_sequences_are_taken_out_whole() {
        assert_eq!(clean("\u{1b}[31;1mred\u{1b}[0m", 100), "red");
        assert_eq!(
            clean(
                "\u{1b}]8;;https://evil.example\u{7}link\u{1b}]8;;\u{1b}\\",
                100
            ),
            "link"
        );
        assert_eq!(clean("\u{9b}2Jx\u{1b}(Bok\u{1b}cend\u{1b}", 100), "xokend");
        assert_eq!(clean("\u{1b}[not é a sequence", 100), "ot é a sequence");
    }

    #[test]
    fn long_text_is_cut_between_characters_and_says_so() {
        assert_eq!(
            clean(&"é".repeat(10), 4),
            "éééé … (cut; 10 characters in all)"
        );
        assert_eq!(clean("éééé", 4), "éééé");
    }
}
