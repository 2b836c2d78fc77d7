//! How fast one socket may talk, and one visitor write.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::room::Refusal;

/// How fast a socket may talk.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Messages a second, on and on.
    pub rate: f64,
    /// Messages at once, after a silence.
    pub burst: f64,
    /// Messages beyond the limit after which the socket is closed.
    pub patience: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { rate: 20.0, burst: 40.0, patience: 200 }
    }
}

/// A bucket that fills by `rate` a second up to `burst`; a message takes one token out.
#[derive(Debug)]
pub struct Bucket {
    limits: Limits,
    tokens: f64,
    at: Instant,
    refused: u32,
}

/// What becomes of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    Fine,
    /// Not taken; the sender is told.
    TooFast,
    /// It goes on in spite of that: the socket is closed.
    Abuse,
}

impl Bucket {
    pub fn new(limits: Limits, now: Instant) -> Bucket {
        Bucket { limits, tokens: limits.burst, at: now, refused: 0 }
    }

    /// Whether nothing was taken for so long that it has filled up.
    pub fn is_full(&self, now: Instant) -> bool {
        self.tokens + now.saturating_duration_since(self.at).as_secs_f64() * self.limits.rate >= self.limits.burst
    }

    /// A message came in at `now`.
    pub fn take(&mut self, now: Instant) -> Pace {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        self.tokens = (self.tokens + passed * self.limits.rate).min(self.limits.burst);
        if self.tokens >= self.limits.burst {
            self.refused = 0;
        }
        if self.tokens >= 1.0 {
            self.tokens -= 1.0;
            return Pace::Fine;
        }
        self.refused += 1;
        if self.refused > self.limits.patience { Pace::Abuse } else { Pace::TooFast }
    }
}

/// A pace for each of many sources.
#[derive(Debug)]
pub struct Paces {
    limits: Limits,
    buckets: Mutex<HashMap<String, Bucket>>,
}

impl Paces {
    /// How many sources are remembered before those that have been quiet for long are forgotten.
    const REMEMBERED: usize = 10_000;

    pub fn new(limits: Limits) -> Paces {
        Paces { limits, buckets: Mutex::default() }
    }

    /// One more of this source; an error if there were too many.
    pub fn take(&self, source: &str) -> Result<(), Refusal> {
        match self.keeps(source, self.limits) {
            true => Ok(()),
            false => Err(Refusal::new("too_fast", "this goes too fast; wait a moment and try again")),
        }
    }

    /// One more of this source, whose limits are these and no others; false if there were too many.
    pub fn keeps(&self, source: &str, limits: Limits) -> bool {
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= Paces::REMEMBERED {
            buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        buckets.entry(source.to_owned()).or_insert_with(|| Bucket::new(limits, now)).take(now) == Pace::Fine
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_passes_then_the_rate_holds_then_patience_ends() {
        let start = Instant::now();
        let mut bucket = Bucket::new(Limits::default(), start);
        assert!((0..40).all(|_| bucket.take(start) == Pace::Fine));
        assert_eq!(bucket.take(start), Pace::TooFast);
        let later = start + Duration::from_secs(1);
        assert_eq!((0..30).filter(|_| bucket.take(later) == Pace::Fine).count(), 20);
        let abuse = (0..400).position(|_| bucket.take(later) == Pace::Abuse).expect("patience ends");
        assert!(abuse < 200);
        let after_a_silence = later + Duration::from_secs(10);
        assert_eq!(bucket.take(after_a_silence), Pace::Fine);
    }
}
