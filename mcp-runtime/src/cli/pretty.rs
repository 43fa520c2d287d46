//! JSON laid out for people: members stay in the order written, numbers as they were written.

/// Lays out valid JSON over several lines, without a newline at the end.
pub(super) fn pretty(json: &str) -> String {
    let mut layout = Layout::default();
    let mut in_string = false;
    let mut escaped = false;
    for character in json.chars() {
        if in_string {
            layout.text.push(character);
            in_string = escaped || character != '"';
            escaped = !escaped && character == '\\';
            continue;
        }
        match character {
            '{' | '[' => layout.open(character),
            '}' | ']' => layout.close(character),
            ',' => {
                layout.text.push(',');
                layout.line();
            }
            ':' => layout.text.push_str(": "),
            ' ' | '\t' | '\r' | '\n' => {}
            other => {
                layout.begin();
                layout.text.push(other);
                in_string = other == '"';
            }
        }
    }
    layout.text
}

#[derive(Default)]
struct Layout {
    text: String,
    depth: usize,
    /// A bracket was opened and nothing is in it yet.
    empty: bool,
}

impl Layout {
    fn open(&mut self, bracket: char) {
        self.begin();
        self.text.push(bracket);
        self.depth += 1;
        self.empty = true;
    }

    fn close(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        if !std::mem::take(&mut self.empty) {
            self.line();
        }
        self.text.push(bracket);
    }

    /// Something stands in the bracket that was opened last.
    fn begin(&mut self) {
        if std::mem::take(&mut self.empty) {
            self.line();
        }
    }

    fn line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", self.depth));
    }
}

#[cfg(test)]
mod tests {
    use super::pretty;

    #[test]
    fn members_keep_their_order_and_numbers_their_digits() {
        let json = r#"{"b":1e2,"a":[1.50,{}],"c":[],"d":"x, {y}: \\\" z"}"#;
        let expected = "{\n  \"b\": 1e2,\n  \"a\": [\n    1.50,\n    {}\n  ],\n  \"c\": [],\n  \"d\": \"x, {y}: \\\\\\\" z\"\n}";
        assert_eq!(pretty(json), expected);
    }

    #[test]
    fn what_is_laid_out_already_stays_as_it_is() {
        let json = "[\n  1,\n  \"a b\"\n]";
        assert_eq!(pretty(json), json);
        assert_eq!(pretty(&pretty(json)), json);
    }
}
