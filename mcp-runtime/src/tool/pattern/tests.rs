#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use super::*;

#[track_caller]
fn finds(pattern: &str, texts: &[&str], not: &[&str]) {
    let compiled = Pattern::new(pattern).unwrap();
    for text in texts {
        assert!(compiled.is_match(text), "{pattern} {text:?}");
    }
    for text in not {
        assert!(!compiled.is_match(text), "{pattern} {text:?}");
    }
    // The judge of the property tests agrees.
    let schema = serde_json::json!({"type": "string", "pattern": pattern});
    let judge = jsonschema::validator_for(&schema).unwrap();
    for text in texts.iter().chain(not) {
        assert_eq!(
            judge.is_valid(&(*text).into()),
            compiled.is_match(text),
            "{pattern} {text:?}"
        );
    }
}

#[test]
fn a_pattern_is_found_anywhere_unless_it_says_where() {
    finds("b", &["b", "abc"], &["", "B", "ac"]);
    finds("^b$", &["b"], &["ab", "b\n", "\nb", "a\nb"]);
    finds("", &["", "a"], &[]);
    finds("^(?:a|bc)?$", &["", "a", "bc"], &["b", "abc"]);
}

#[test]
fn every_piece_is_read_as_ecma_262_reads_it() {
    finds(r"^\d{5}$", &["12345"], &["1234", "123456", "1234\u{665}"]);
    finds(r"^a{2,}b{1,2}c?$", &["aab", "aaabbc"], &["ab", "aabbb"]);
    finds(r"^[a-z\-_.]+$", &["a-b_c."], &["A", "a b"]);
    finds(r"^[^a-z]$", &["A", "\n", "\u{1f600}"], &["a", ""]);
    finds(r"^[\w.-]+$", &["a-b.c_9"], &["\u{e9}", "a b"]);
    finds(
        "^.$",
        &["a", "\u{e9}", "\u{1f600}"],
        &["\n", "\r", "\u{2028}", "ab"],
    );
    finds(
        r"^\s+$",
        &[" \t\n\u{a0}\u{3000}\u{feff}\u{2028}"],
        &["", "a", "\u{200b}"],
    );
    finds(r"^\S$", &["a", "\u{200b}"], &[" ", "\u{a0}"]);
    finds(r"^[\s\S]$", &["a", "\n", "\u{a0}"], &[""]);
    finds(r"^[^\s,]+$", &["a"], &["a,", "a\u{a0}"]);
    finds(r"^\W\D$", &["-a", "\u{e9}\u{665}"], &["a1", "aa", "-1"]);
    finds(r"\bcat\b", &["a cat", "cat."], &["cats", "concat"]);
    finds(r"^\x41\u00e9\/\$\{\}\]$", &["A\u{e9}/${}]"], &["A"]);
    finds(r"^(?<year>\d{4})-(\d\d)$", &["2026-01"], &["2026-1"]);
    finds("^a+?b*?$", &["a", "aab"], &["b"]);
    finds("^[a-]$", &["a", "-"], &["b"]);
    finds("^[-a]$", &["a", "-"], &["b"]);
    finds("^[a-c-e]$", &["a", "b", "-", "e"], &["d"]);
    finds("^[.*+?(){}|/$]$", &[".", "*", "(", "}", "$"], &["a", "^"]);
    finds(
        "^\u{e9}\u{1f600}[\u{e0}-\u{ff}]$",
        &["\u{e9}\u{1f600}\u{e9}"],
        &["\u{e9}"],
    );
}

#[test]
fn what_is_read_in_several_ways_is_refused_with_the_way_out() {
    for (pattern, way_out) in [
        ("(?=a)", "check that part in the function"),
        ("(?<!a)b", "check that part in the function"),
        (r"(a)\1", "check that part in the function"),
        (r"\k<a>", "check that part in the function"),
        ("(?i)a", "write both cases, `[Aa]`"),
        ("(?i:a)", "write both cases, `[Aa]`"),
        ("(?P<a>b)", "write `(?:..)`"),
        ("(?<>b)", "write `(?:..)`"),
        (r"\p{L}", "list the characters"),
        (r"\Aa\z", "write `^`"),
        (r"a\Z", "write `$`"),
        (r"\0", "write `\\x00`"),
        (r"[\b]", "write `\\x08`"),
        (r"\x{41}", "with two digits"),
        (r"\u{1f600}", "the character itself"),
        (r"\ud83d", "the character itself"),
        (r"\@", "remove the backslash"),
        (r"\é", "remove the backslash"),
        (r"\a", "remove the backslash"),
        (r"a\-b", "write `-`"),
        ("a++", "put the first into a group"),
        ("a{2}{3}", "put the first into a group"),
        ("*a", "there is nothing to repeat"),
        ("^*", "there is nothing to repeat"),
        ("(|*)", "there is nothing to repeat"),
        ("a{,3}", "write `{2}`, `{2,}` or `{2,5}`"),
        ("a{2, 3}", "write `{2}`, `{2,}` or `{2,5}`"),
        ("a{", "write `{2}`, `{2,}` or `{2,5}`"),
        ("a{3,2}", "its greater number first"),
        ("a{1001}", "use `length(..)`"),
        ("a}", "write `\\}`"),
        ("a]", "write `\\]`"),
        ("[]a]", "`[]` is read in several ways"),
        ("[a", "write `]` where it ends"),
        ("[a-", "write `]` where it ends"),
        ("(a", "write `)` where it ends"),
        ("a)", "write `\\)`"),
        ("a\\", "write `\\\\`"),
        ("[[:alpha:]]", "`A-Za-z` for"),
        ("[a[b]]", "write `\\[`"),
        ("[a&&b]", "write it once"),
        (r"[\w-.]", "put it last"),
        (r"[a-\w]", "write `\\-`"),
        ("[z-a]", "write `[a-z]`"),
    ] {
        let fault = pattern_fault(pattern).unwrap_or("it was taken");
        assert!(fault.contains(way_out), "{pattern}: {fault}");
        assert_eq!(Pattern::new(pattern).unwrap_err().join(syntax::HELP), fault);
    }
}

#[test]
fn what_is_too_big_is_refused() {
    let nested = format!("{}a{}", "(".repeat(300), ")".repeat(300));
    for pattern in ["(?:(?:a{1000}){1000}){1000}", &nested] {
        assert_eq!(pattern_fault(pattern), None);
        let [problem, _] = Pattern::new(pattern).unwrap_err();
        assert_eq!(problem, "it is too big to be checked");
    }
}
