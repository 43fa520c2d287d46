//! Comparing names as people type them: case, accents and small slips do not matter.

/// A name in lower case, without accents, its words separated by single blanks.
#[must_use]
pub fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for character in name.chars().flat_map(char::to_lowercase) {
        match plain(character) {
            Some(letters) => folded.push_str(letters),
            None if character.is_alphanumeric() => folded.push(character),
            None if folded.ends_with(' ') || folded.is_empty() || is_mark(character) => {}
            None => folded.push(' '),
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// Marks that people leave out, and combining accents.
fn is_mark(character: char) -> bool {
    matches!(
        character,
        '\'' | '’' | '‘' | '`' | '.' | '\u{300}'..='\u{36f}'
    )
}

/// The plain spelling of an accented letter.
fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' | 'ạ' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
        'ğ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' => "i",
        'ł' => "l",
        'ñ' | 'ń' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' => "o",
        'œ' => "oe",
        'ř' => "r",
        'ß' => "ss",
        'ś' | 'ş' | 'š' | 'ș' => "s",
        'ţ' | 'ť' | 'ț' => "t",
        'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' => "u",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

/// How many slips lie between two folded names: a letter too many, missing, wrong, or swapped
/// with its neighbour counts as one each.
#[must_use]
pub fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    let mut last = None;
    for (row, letter) in left.chars().enumerate() {
        let mut current = vec![row + 1];
        let mut diagonal = row;
        let mut previous = None;
        for (column, (&other, &up)) in right.iter().zip(above.iter().skip(1)).enumerate() {
            let side = current.last().copied().unwrap_or_default();
            let mut cost = (diagonal + usize::from(letter != other))
                .min(up + 1)
                .min(side + 1);
            if last == Some(other) && previous == Some(letter) {
                let two_back = column.checked_sub(1).and_then(|index| before.get(index));
                cost = two_back.map_or(cost, |swapped| cost.min(swapped + 1));
            }
            current.push(cost);
            diagonal = up;
            previous = Some(other);
        }
        before = std::mem::replace(&mut above, current);
        last = Some(letter);
    }
    above.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_and_marks_do_not_matter() {
        assert_eq!(fold("São Paulo"), "sao paulo");
        assert_eq!(fold("  St. John's "), "st johns");
        assert_eq!(fold("Zu\u{308}rich"), fold("Zürich"));
        assert_eq!(fold("Port-au-Prince"), "port au prince");
        assert_eq!(fold("東京"), "東京");
    }

    #[test]
    fn each_slip_counts_once() {
        assert_eq!(distance("oslo", "oslo"), 0);
        assert_eq!(distance("olso", "oslo"), 1, "swapped");
        assert_eq!(distance("osl", "oslo"), 1, "missing");
        assert_eq!(distance("osslo", "oslo"), 1, "too many");
        assert_eq!(distance("oslu", "oslo"), 1, "wrong");
        assert_eq!(distance("", "oslo"), 4);
        assert_eq!(distance("oslo", ""), 4);
        assert_eq!(distance("atlantpis", "atlanta"), 3);
    }
}
