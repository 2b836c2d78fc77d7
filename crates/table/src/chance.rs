//! All randomness of a game: one value in its state.
//!
//! Chance is either a seeded stream or a script of outcomes. The seeded stream is ChaCha12 kept as seed and position, so a state
//! with chance in it is small to clone, compare and store; the generator is made anew for each use and lives no longer.

use rand_chacha::ChaCha12Rng;
use rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};

/// Names how seeds become outcomes, for replays: the cipher, then the version of key, bounding and shuffling as written in this
/// file. A change of any outcome for any seed needs a new name.
///
/// The 32-byte key is the seed (little endian) and the ASCII text `maester chance, chacha12`; nonce 0, words in order from block 0.
pub const ALGORITHM: &str = "chacha12/1";

/// What is wrong with scripted chance.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum ChanceError {
    #[error("the script of outcomes ended: outcome number {at} (below {below}) was asked for")]
    TooShort { at: u32, below: u32 },
    #[error("outcome number {at} of the script is {value}, but must be below {below}")]
    OutOfRange { at: u32, value: u32, below: u32 },
    #[error("{left} outcomes of the script were not used")]
    LeftOver { left: u32 },
}

/// All randomness of one game: a seeded portable stream, or a script of outcomes (tests, recorded games, edited positions).
///
/// Outcomes are counted from 0. A question with a single possible outcome draws nothing, neither from the stream nor from the script.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Chance {
    source: Source,
    drawn: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Source {
    /// `word`: how many 32-bit words of the stream are used up.
    Seeded { seed: u64, word: u64 },
    /// Boxed, so that a state with seeded chance stays small.
    Script(Box<Script>),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Script {
    outcomes: Vec<u32>,
    next: u32,
    error: Option<ChanceError>,
}

impl Chance {
    /// The stream of this seed, from its beginning.
    pub fn seeded(seed: u64) -> Chance {
        Chance { source: Source::Seeded { seed, word: 0 }, drawn: 0 }
    }

    /// These outcomes, in order; each must be below what is asked for, and all must be used (see [`Chance::finish`]).
    pub fn script(outcomes: Vec<u32>) -> Chance {
        Chance { source: Source::Script(Box::new(Script { outcomes, next: 0, error: None })), drawn: 0 }
    }

    /// A number in `0..n`, all equally likely. `n` of 0 or 1 gives 0 and draws nothing.
    ///
    /// A script that is too short or out of range gives 0; the first such error is kept, see [`Chance::error`].
    pub fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        self.drawn += 1;
        match &mut self.source {
            Source::Seeded { seed, word } => {
                let mut stream = Stream::at(*seed, *word);
                let outcome = stream.below(n);
                *word = stream.word;
                outcome
            }
            Source::Script(script) => script.below(n),
        }
    }

    /// Shuffles in place, all orders equally likely: for `i` from the last index down to 1, swaps item `i` with item `below(i + 1)`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        if items.len() < 2 {
            return;
        }
        self.drawn += items.len() as u64 - 1;
        match &mut self.source {
            Source::Seeded { seed, word } => {
                let mut stream = Stream::at(*seed, *word);
                for i in (1..items.len()).rev() {
                    items.swap(i, stream.below(i as u32 + 1) as usize);
                }
                *word = stream.word;
            }
            Source::Script(script) => {
                for i in (1..items.len()).rev() {
                    items.swap(i, script.below(i as u32 + 1) as usize);
                }
            }
        }
    }

    /// The first thing that was wrong with the script; never set for a seeded stream.
    pub fn error(&self) -> Option<&ChanceError> {
        match &self.source {
            Source::Seeded { .. } => None,
            Source::Script(script) => script.error.as_ref(),
        }
    }

    /// Whether chance ended as it should: no error, and nothing of a script left over.
    pub fn finish(&self) -> Result<(), ChanceError> {
        match &self.source {
            Source::Seeded { .. } => Ok(()),
            Source::Script(script) => match (&script.error, script.outcomes.len() as u32 - script.next) {
                (Some(error), _) => Err(error.clone()),
                (None, 0) => Ok(()),
                (None, left) => Err(ChanceError::LeftOver { left }),
            },
        }
    }

    /// From here on the stream of another seed; what is left of a script is dropped, with its error. For an undo past a draw.
    pub fn rekey(&mut self, seed: u64) {
        self.source = Source::Seeded { seed, word: 0 };
    }

    /// How many outcomes have been drawn since the game began.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }
}

/// What will happen, as text: `seed 7 word 120` (a stream and how much of it is used), or `script 2 0 1` (the outcomes that are left).
/// How many outcomes were drawn before is no part of it.
impl std::fmt::Display for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.source {
            Source::Seeded { seed, word } => write!(f, "seed {seed} word {word}"),
            Source::Script(script) => {
                f.write_str("script")?;
                script.outcomes.iter().skip(script.next as usize).try_for_each(|outcome| write!(f, " {outcome}"))
            }
        }
    }
}

impl std::str::FromStr for Chance {
    type Err = String;
    fn from_str(text: &str) -> Result<Chance, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
            word.parse().map_err(|_| format!("{word:?} is no number that fits here"))
        }
        let source = match words[..] {
            ["seed", seed] => Source::Seeded { seed: number(seed)?, word: 0 },
            ["seed", seed, "word", word] => Source::Seeded { seed: number(seed)?, word: number(word)? },
            ["script", ref outcomes @ ..] => {
                let outcomes = outcomes.iter().map(|word| number(word)).collect::<Result<_, _>>()?;
                Source::Script(Box::new(Script { outcomes, next: 0, error: None }))
            }
            _ => return Err(format!("chance is `seed 7`, `seed 7 word 120` or `script 2 0 1`, not {text:?}")),
        };
        Ok(Chance { source, drawn: 0 })
    }
}

impl Script {
    fn below(&mut self, n: u32) -> u32 {
        let at = self.next;
        let error = match self.outcomes.get(at as usize) {
            Some(&value) => {
                self.next += 1;
                if value < n {
                    return value;
                }
                ChanceError::OutOfRange { at, value, below: n }
            }
            None => ChanceError::TooShort { at, below: n },
        };
        self.error.get_or_insert(error);
        0
    }
}

/// The generator at one place of its stream, made for one draw or one shuffle.
struct Stream {
    rng: ChaCha12Rng,
    word: u64,
}

impl Stream {
    fn at(seed: u64, word: u64) -> Stream {
        let mut key = *b"\0\0\0\0\0\0\0\0maester chance, chacha12";
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha12Rng::from_seed(key);
        rng.set_word_pos(u128::from(word));
        Stream { rng, word }
    }

    fn word(&mut self) -> u64 {
        self.word += 1;
        u64::from(self.rng.next_u32())
    }

    /// Lemire's bounded draw: multiply, and reject the few low products that would favour small numbers.
    fn below(&mut self, n: u32) -> u32 {
        let mut product = self.word() * u64::from(n);
        if (product as u32) < n {
            let biased = n.wrapping_neg() % n;
            while (product as u32) < biased {
                product = self.word() * u64::from(n);
            }
        }
        (product >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(chance: &mut Chance, n: u32, times: usize) -> Vec<u32> {
        (0..times).map(|_| chance.below(n)).collect()
    }

    #[test]
    fn known_answers_of_the_seeded_stream() {
        // Computed by a separate implementation of ChaCha12 (Python) from what this file's comments say.
        assert_eq!(draws(&mut Chance::seeded(0), 100, 12), [29, 18, 59, 81, 80, 66, 61, 20, 34, 96, 45, 10]);
        assert_eq!(draws(&mut Chance::seeded(2026), 3_000_000_000, 4), [720803408, 1604056698, 2529502166, 1557901265]);
        let mut deck: Vec<u8> = (0..12).collect();
        Chance::seeded(7).shuffle(&mut deck);
        assert_eq!(deck, [3, 8, 7, 2, 11, 0, 1, 4, 5, 9, 6, 10]);
    }

    #[test]
    fn a_shuffle_is_its_single_draws() {
        let (mut whole, mut single) = (Chance::seeded(5), Chance::seeded(5));
        let mut shuffled: Vec<u32> = (0..40).collect();
        let mut by_hand = shuffled.clone();
        whole.shuffle(&mut shuffled);
        for i in (1..by_hand.len()).rev() {
            by_hand.swap(i, single.below(i as u32 + 1) as usize);
        }
        assert_eq!((shuffled, whole.drawn()), (by_hand, 39));
        assert_eq!(whole, single);
    }

    #[test]
    fn a_stored_stream_goes_on_where_it_was() {
        let mut chance = Chance::seeded(99);
        draws(&mut chance, 6, 1000);
        let bytes = postcard::to_stdvec(&chance).unwrap();
        let mut restored: Chance = postcard::from_bytes(&bytes).unwrap();
        assert!(bytes.len() < 16);
        assert_eq!(draws(&mut restored, 1 << 20, 50), draws(&mut chance, 1 << 20, 50));
    }

    #[test]
    fn outcomes_are_even() {
        let mut chance = Chance::seeded(1);
        let mut seen = [0u32; 6];
        draws(&mut chance, 6, 12_000).into_iter().for_each(|d| seen[d as usize] += 1);
        assert!(seen.iter().all(|n| (1800..2200).contains(n)), "{seen:?}");
        let mut high = Chance::seeded(2);
        let over = draws(&mut high, 3 << 30, 4000).into_iter().filter(|d| *d >= 1 << 31).count();
        assert!((1200..1470).contains(&over), "{over} of 4000 in the upper third");
    }

    #[test]
    fn a_single_outcome_draws_nothing() {
        for mut chance in [Chance::seeded(3), Chance::script(vec![])] {
            let before = chance.clone();
            assert_eq!((chance.below(0), chance.below(1)), (0, 0));
            chance.shuffle(&mut [1]);
            assert_eq!(chance, before);
        }
    }

    #[test]
    fn a_script_says_what_is_wrong_with_it() {
        let mut good = Chance::script(vec![2, 0]);
        assert_eq!(good.below(3), 2);
        assert_eq!(good.finish(), Err(ChanceError::LeftOver { left: 1 }));
        assert_eq!((good.below(2), good.finish()), (0, Ok(())));

        let mut bad = Chance::script(vec![4]);
        assert_eq!((bad.below(4), bad.below(9)), (0, 0));
        let first = ChanceError::OutOfRange { at: 0, value: 4, below: 4 };
        assert_eq!((bad.error(), bad.finish()), (Some(&first), Err(first.clone())));

        let mut short = Chance::script(vec![]);
        short.shuffle(&mut [1, 2, 3]);
        assert_eq!(short.error(), Some(&ChanceError::TooShort { at: 0, below: 3 }));
    }

    #[test]
    fn chance_as_text_goes_on_where_it_was() {
        let mut seeded = Chance::seeded(u64::MAX);
        draws(&mut seeded, 6, 100);
        let mut script = Chance::script(vec![3, 1, 2]);
        script.below(4);
        for (mut chance, text) in [(seeded.clone(), seeded.to_string()), (script, "script 1 2".to_owned())] {
            assert_eq!(chance.to_string(), text);
            let mut read: Chance = text.parse().unwrap();
            assert_eq!(read.to_string(), text);
            assert_eq!(draws(&mut read, 3, 2), draws(&mut chance, 3, 2));
        }
        assert_eq!("seed 9".parse::<Chance>(), Ok(Chance::seeded(9)));
        assert_eq!("script".parse::<Chance>(), Ok(Chance::script(vec![])));
        for bad in ["", "seed", "seed x", "seed 1 word", "script 1 -2", "dice 4", "seed 99999999999999999999"] {
            assert!(bad.parse::<Chance>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn another_key_is_another_future() {
        let (mut a, mut b) = (Chance::seeded(1), Chance::script(vec![9]));
        a.below(10);
        b.below(10);
        a.rekey(77);
        b.rekey(77);
        assert_eq!(a, b);
        assert_eq!(draws(&mut a, 10, 8), draws(&mut Chance::seeded(77), 10, 8));
    }
}
