//! The word that was meant.

/// The word of `known` that `word` most likely stands for: as rustc has it, at most a third of it may differ.
#[must_use]
pub fn similar<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let allowed = word.chars().count().max(3) / 3;
    known
        .iter()
        .map(|candidate| (distance(word, candidate), *candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// "`a`", "`a` or `b`", "`a`, `b`, or `c`".
#[must_use]
pub fn one_of(words: &[&str]) -> String {
    list(words, "or")
}

/// "`a`", "`a` and `b`", "`a`, `b`, and `c`".
pub(crate) fn all_of(words: &[&str]) -> String {
    list(words, "and")
}

fn list(words: &[&str], word: &str) -> String {
    match words {
        [] => String::new(),
        [only] => format!("`{only}`"),
        [first, second] => format!("`{first}` {word} `{second}`"),
        [head @ .., last] => {
            let head: Vec<_> = head.iter().map(|word| format!("`{word}`")).collect();
            format!("{}, {word} `{last}`", head.join(", "))
        }
    }
}

/// How to mend an unknown name of a `kind` ("node", "actor"): the one that was meant, or all there are, or how to
/// declare it.
pub(crate) fn help(kind: &str, word: &str, known: &[&str], declaration: &str) -> String {
    let article = if kind.starts_with('a') { "an" } else { "a" };
    if let Some(meant) = similar(word, known) {
        return format!("{article} {kind} with a similar name exists: `{meant}`");
    }
    match known {
        [] => format!("declare it: `{declaration}`"),
        [only] => format!("the only {kind} is `{only}`; or declare `{declaration}`"),
        _ => format!(
            "the {kind}s are {}; or declare `{declaration}`",
            all_of(known)
        ),
    }
}

/// How many letters have to be inserted, removed, replaced, or swapped with the next to get from one to the other.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let width = to.len() + 1;
    // The rows of the table for the letters of `from` up to the last but one, the last, and this one.
    let (mut before, mut above): (Vec<usize>, Vec<usize>) = (vec![0; width], (0..width).collect());
    for (i, a) in from.iter().enumerate() {
        let mut row = vec![i + 1; width];
        for (j, b) in to.iter().enumerate() {
            let replaced = above[j] + usize::from(a != b);
            let least = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            let swapped = i > 0 && j > 0 && *a == to[j - 1] && *b == from[i - 1];
            row[j + 1] = if swapped {
                least.min(before[j - 1] + 1)
            } else {
                least
            };
        }
        before = std::mem::replace(&mut above, row);
    }
    above[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_inserted_removed_replaced_and_swapped() {
        let table = [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("mailbxo", "mailbox", 1),
            ("ab", "ba", 1),
            ("ca", "abc", 3),
            ("tïll", "till", 1),
        ];
        for (from, to, expected) in table {
            assert_eq!(distance(from, to), expected, "{from} {to}");
            assert_eq!(distance(to, from), expected, "{to} {from}");
        }
    }

    #[test]
    fn suggests_within_a_third_of_the_length() {
        let known = ["mailbox", "supervision"];
        assert_eq!(similar("supervizor", &known), Some("supervision"));
        assert_eq!(similar("mailbxo", &known), Some("mailbox"));
        assert_eq!(similar("queue", &known), None);
        assert_eq!(similar("no", &["handler", "on"]), Some("on"));
    }

    #[test]
    fn lists_with_a_serial_comma() {
        assert_eq!(one_of(&["a"]), "`a`");
        assert_eq!(one_of(&["a", "b"]), "`a` or `b`");
        assert_eq!(one_of(&["a", "b", "c"]), "`a`, `b`, or `c`");
        assert_eq!(all_of(&["a", "b", "c"]), "`a`, `b`, and `c`");
    }

    #[test]
    fn help_says_what_there_is() {
        let node = "node servr = \"servr\";";
        let cases: [(&[&str], &str); 4] = [
            (&["server"], "a node with a similar name exists: `server`"),
            (&[], "declare it: `node servr = \"servr\";`"),
            (
                &["edge"],
                "the only node is `edge`; or declare `node servr = \"servr\";`",
            ),
            (
                &["edge", "core"],
                "the nodes are `edge` and `core`; or declare `node servr = \"servr\";`",
            ),
        ];
        for (known, expected) in cases {
            assert_eq!(help("node", "servr", known, node), expected);
        }
    }
}
