//! Cards that are nearest to what somebody wrote, for messages.

use super::{Card, Pool, key};
use crate::lang::near;

impl Pool {
    /// The name of a known card that is nearest to what somebody wrote; `None` if it is like none.
    pub fn nearest_name(&self, name: &str) -> Option<&str> {
        let wanted: String = key(name).chars().take(40).collect();
        if wanted.is_empty() {
            return None;
        }
        let length = wanted.chars().count();
        let near = near::nearest(&wanted, self.names.keys().map(String::as_str));
        let edits = near::distance(&wanted, near);
        let part = if edits > 1 + length / 6 || length < 3 {
            // Far from every name, but perhaps a piece of one: "Tyrion". What is like no name has no nearest.
            let earliest = |places: &[usize]| places.iter().map(|&place| self.cards[place].pack.map(|pack| pack.order)).min();
            let longer = self.names.iter().filter(|(key, _)| length > 2 && key.contains(&wanted));
            let best = longer.min_by_key(|(key, places)| (!key.starts_with(&wanted), earliest(places), key.len()));
            best.map(|(key, _)| key.as_str()).or(Some(near).filter(|_| length > 2 && edits <= 1 + length / 3))?
        } else {
            near
        };
        let place = self.names.get(part)?.first()?;
        Some(&self.cards[*place].name)
    }

    /// The known card whose code is nearest to what somebody wrote: one mistyped character, or a near number of the same pack. None if
    /// it is like no code.
    pub fn nearest_code(&self, code: &str) -> Option<&Card> {
        let wanted: String = code.chars().take(12).collect();
        let pack = |code: &str| code.get(..2).map(str::to_owned);
        let number = |code: &str| code.parse::<i64>().unwrap_or(i64::MAX / 2);
        let differs_at = |code: &str| wanted.bytes().zip(code.bytes()).position(|(a, b)| a != b).unwrap_or(code.len());
        let whole = wanted.len() == 5 && wanted.bytes().all(|b| b.is_ascii_digit());
        let rank = |card: &&Card| {
            let edits = near::distance(&wanted, &card.code);
            let elsewhere = pack(&wanted) != pack(&card.code);
            match whole {
                true => (edits > 1, elsewhere, (number(&wanted) - number(&card.code)).unsigned_abs(), edits),
                false => (edits > 2, false, edits as u64, usize::MAX - differs_at(&card.code)),
            }
        };
        let near = self.cards.iter().min_by_key(rank)?;
        let (far, elsewhere, ..) = rank(&near);
        (!far || (whole && !elsewhere)).then_some(near)
    }
}
