//! The nearest of some names to one that is not among them.

/// Longer names are not compared: nobody mistypes them, and comparing takes their lengths'
/// product.
const LONGEST: usize = 64;

/// The nearest of the names, when it is near enough to be what was meant.
pub(crate) fn nearest<'n>(
    wrong: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let wrong = plain(wrong)?;
    names
        .into_iter()
        .filter_map(|name| {
            let candidate = plain(name)?;
            let distance = distance(&wrong, &candidate);
            let near = distance <= (wrong.len().max(candidate.len()) / 3).clamp(1, 4)
                && distance < wrong.len().min(candidate.len()).max(1);
            let contained = wrong.len().min(candidate.len()) >= 3
                && (wrong.starts_with(&candidate) || candidate.starts_with(&wrong));
            (near || contained).then_some((distance, name))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Lower case, without the separators in which spellings of one name differ.
fn plain(name: &str) -> Option<Vec<char>> {
    (name.len() <= LONGEST).then(|| {
        name.chars()
            .filter(|c| !matches!(c, '_' | '-' | ' '))
            .flat_map(char::to_lowercase)
            .collect()
    })
}

/// How many characters must be added, taken away, changed or swapped with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = Vec::with_capacity(row.len());
        let mut left = i + 1;
        next.push(left);
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], place: usize| row.get(place).copied().unwrap_or(usize::MAX);
            let mut cost = (at(&row, j) + usize::from(x != y))
                .min(at(&row, j + 1) + 1)
                .min(left + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                cost = cost.min(at(&above, j - 1) + 1);
            }
            left = cost;
            next.push(left);
        }
        above = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_name_is_found() {
        let names = ["city", "units", "max_results", "id"];
        for (wrong, right) in [
            ("unit", Some("units")),
            ("ctiy", Some("city")),
            ("maxResults", Some("max_results")),
            ("City", Some("city")),
            ("city_name", Some("city")),
            ("colour", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(wrong, names), right, "{wrong}");
        }
    }
}
