//! The nearest valid word, for error messages.

/// Edits (insert, remove, replace, swap of neighbours) between two words, case ignored.
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

/// Words that people write for one of the language.
const MEANT: [(&str, &str); 8] = [
    ("WinChallenge", "Win"),
    ("LoseChallenge", "Lose"),
    ("ReturnedToHand", "Returned"),
    ("PowerGained", "GainsPower"),
    ("GainedPower", "GainsPower"),
    ("Dies", "Killed"),
    ("EntersPlay", "Enters"),
    ("LeavesPlay", "Leaves"),
];

/// The word of `words` that is meant by `word`: by its meaning, else the nearest, if it is near.
pub fn meant<'a>(word: &str, words: &[&'a str]) -> Option<&'a str> {
    let by_meaning = MEANT.iter().find(|(said, _)| *said == word).and_then(|(_, meant)| words.iter().find(|w| *w == meant));
    by_meaning.copied().or_else(|| close(word, words.iter().copied()))
}

/// No word that is meant is longer; what is compared grows with the square of it.
const MAX_WORD: usize = 80;

/// The word of `words` that somebody may have meant by `word`: the nearest, if it is near for its length. Of equals the one that agrees
/// in case, then the one that ends or begins alike, then the first.
pub fn close<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = word.chars().take(MAX_WORD).collect();
    let most = match word.chars().count() {
        0..=2 => 0,
        3..=4 => 1,
        5..=7 => 2,
        n => n / 3,
    };
    let rank = |w: &&str| {
        let case = w.chars().next().map(char::is_uppercase) != word.chars().next().map(char::is_uppercase);
        (distance(&word, w), case, !(w.ends_with(&word) || w.starts_with(&word)))
    };
    words.into_iter().min_by_key(rank).filter(|w| distance(&word, w) <= most)
}

/// What to say of a word that is none of `words`: the one that may have been meant; else all, if they are few.
pub fn instead(word: &str, words: &[&str]) -> Option<String> {
    match close(word, words.iter().copied()) {
        Some(near) => Some(format!("do you mean `{near}`?")),
        None if words.len() <= 20 => Some(format!("the words are {}", words.join(", "))),
        None => None,
    }
}

/// The word of `words` that is nearest to `word`; the first of equals; empty if there are none.
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> &'a str {
    let word: String = word.chars().take(MAX_WORD).collect();
    words.into_iter().min_by_key(|w| distance(&word, w)).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_far_is_not_proposed() {
        let near = |word| close(word, ["Character", "character", "01146", "11046", "poison", "Ice"]);
        assert_eq!(
            [near("charakter"), near("Charakter"), near("1146"), near("posion"), near("Icc")].map(Option::unwrap),
            ["character", "Character", "01146", "poison", "Ice"]
        );
        for noise in ["3x", "Zzyzx", "99999", "x", "", "an utterly other thing"] {
            assert_eq!(near(noise), None, "{noise}");
        }
        assert_eq!(instead("zz", &["joust", "melee"]).unwrap(), "the words are joust, melee");
    }
}
