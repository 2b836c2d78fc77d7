//! Picking a set: which picks can still be completed.
//!
//! A set is picked in ascending order of its items, so each set has exactly one path, and identical items are picked from the first
//! on. [`SelectRule::next`] lists only picks after which some legal set is still in reach. Without sums and limits per key that is
//! two passes over the items and no allocation; otherwise it is an exact search.

use serde::{Deserialize, Serialize};

/// Something that may be picked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct SelectItem {
    /// The stat that is summed.
    pub value: i32,
    /// What limits per key and distinctness go by.
    pub key: u32,
    /// Identical to the item just before it: may be picked only if that one is. Without effect on an item that differs in value or
    /// key from the one before.
    pub twin: bool,
    /// Has to be in the set.
    pub must: bool,
}

/// Which sets are legal. A rule that no set can meet (`max` below `min`) is a rule without legal sets, never an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SelectRule {
    /// The least number of items.
    pub min: u16,
    /// The greatest number of items.
    pub max: u16,
    /// The values of the set together are at most this.
    pub sum_at_most: Option<i32>,
    /// The values of the set together are at least this.
    pub sum_at_least: Option<i32>,
    /// At most so many items of one key.
    pub per_key: Option<u16>,
}

impl SelectRule {
    /// Exactly `n` items.
    pub const fn exactly(n: u16) -> SelectRule {
        SelectRule { min: n, max: n, sum_at_most: None, sum_at_least: None, per_key: None }
    }

    /// None to `n` items.
    pub const fn up_to(n: u16) -> SelectRule {
        SelectRule { min: 0, ..SelectRule::exactly(n) }
    }

    /// Any number of items.
    pub const fn any() -> SelectRule {
        SelectRule::up_to(u16::MAX)
    }

    /// The indices that may be picked next, in ascending order and greater than the last picked, into `out` (which is cleared
    /// first); only those after which a legal set is still in reach. Returns whether the set as it stands is legal and may be closed.
    ///
    /// `picked` that is itself on no path to a legal set gives nothing and `false`.
    pub fn next(&self, items: &[SelectItem], picked: &[u16], out: &mut Vec<u16>) -> bool {
        out.clear();
        let items = clip(items);
        let Some(so_far) = self.so_far(items, picked) else { return false };
        let done = self.closable(&so_far);
        if so_far.count >= usize::from(self.max) {
            return done;
        }
        let start = so_far.start;
        let search = self.needs_search().then(|| Search::new(self, items, picked));
        for index in start..items.len() {
            let blocked = index > start && twin(items, index);
            if !blocked {
                let mut after = so_far.clone();
                after.take(items, index);
                let open = match &search {
                    None => self.count_fits(items, &after),
                    Some(search) => search.completable(&after, Some(index)),
                };
                if open {
                    out.push(index as u16);
                }
            }
            if so_far.owed > 0 && owed(items, index) {
                break; // nothing behind it can be next: it would be left out
            }
        }
        done
    }

    /// Whether some legal set begins with these picks (ascending; the picks alone may be such a set).
    pub fn completable(&self, items: &[SelectItem], picked: &[u16]) -> bool {
        let items = clip(items);
        let Some(so_far) = self.so_far(items, picked) else { return false };
        match self.needs_search() {
            false => self.count_fits(items, &so_far),
            true => Search::new(self, items, picked).completable(&so_far, None),
        }
    }

    /// Whether some legal set exists.
    pub fn possible(&self, items: &[SelectItem]) -> bool {
        self.completable(items, &[])
    }

    /// Whether this set (indices in ascending order) is legal as it stands.
    pub fn accepts(&self, items: &[SelectItem], set: &[u16]) -> bool {
        self.so_far(clip(items), set).is_some_and(|so_far| self.closable(&so_far))
    }

    fn needs_search(&self) -> bool {
        self.sum_at_most.is_some() || self.sum_at_least.is_some() || self.per_key.is_some()
    }

    fn sum_fits(&self, sum: i64) -> bool {
        self.sum_at_most.is_none_or(|most| sum <= i64::from(most)) && self.sum_at_least.is_none_or(|least| sum >= i64::from(least))
    }

    fn closable(&self, so_far: &SoFar) -> bool {
        so_far.owed == 0 && (usize::from(self.min)..=usize::from(self.max)).contains(&so_far.count) && self.sum_fits(so_far.sum)
    }

    /// Without sums and keys only numbers matter: any number between what is owed and all that is left can still be picked.
    fn count_fits(&self, items: &[SelectItem], so_far: &SoFar) -> bool {
        let least = so_far.count + so_far.owed;
        let most = so_far.count + items.len() - so_far.start;
        least <= usize::from(self.max) && most >= usize::from(self.min) && self.min <= self.max
    }

    /// Reads the picks; `None` when they are out of order, out of range, skip an item that must be in, or break a twin or key limit.
    fn so_far(&self, items: &[SelectItem], picked: &[u16]) -> Option<SoFar> {
        let mut so_far = SoFar { start: 0, count: 0, sum: 0, owed: 0 };
        let mut rest = picked.iter().map(|p| usize::from(*p)).peekable();
        let any_owed = items.iter().any(|item| item.must);
        for index in 0..items.len() {
            let is_owed = any_owed && owed(items, index);
            if rest.next_if_eq(&index).is_some() {
                if index > so_far.start && twin(items, index) {
                    return None;
                }
                so_far.start = index + 1;
                so_far.count += 1;
                so_far.sum += i64::from(items[index].value);
                if so_far.owed > 0 {
                    return None;
                }
            } else if is_owed {
                so_far.owed += 1;
            }
        }
        let keys_fit = self.per_key.is_none_or(|limit| {
            let key = |p: &u16| items.get(usize::from(*p)).map(|item| item.key);
            picked.iter().all(|p| picked.iter().filter(|q| key(p) == key(q)).count() <= usize::from(limit))
        });
        (rest.peek().is_none() && keys_fit).then_some(so_far)
    }
}

/// What picks come to.
#[derive(Clone, Debug)]
struct SoFar {
    /// The first index that may still be picked.
    start: usize,
    count: usize,
    sum: i64,
    /// How many items from `start` on have to be in the set.
    owed: usize,
}

impl SoFar {
    fn take(&mut self, items: &[SelectItem], index: usize) {
        self.start = index + 1;
        self.count += 1;
        self.sum += i64::from(items[index].value);
        self.owed -= usize::from(self.owed > 0 && owed(items, index));
    }
}

/// Indices are `u16`: what lies beyond cannot be picked.
fn clip(items: &[SelectItem]) -> &[SelectItem] {
    &items[..items.len().min(usize::from(u16::MAX))]
}

/// Whether the item can be picked only after the one before it.
fn twin(items: &[SelectItem], index: usize) -> bool {
    index > 0 && items[index].twin && {
        let (one, other) = (&items[index - 1], &items[index]);
        (one.value, one.key) == (other.value, other.key)
    }
}

/// Whether the item is in every legal set: it must be, or a twin behind it must.
fn owed(items: &[SelectItem], index: usize) -> bool {
    items[index].must || (index + 1..items.len()).take_while(|i| twin(items, *i)).any(|i| items[i].must)
}

/// The exact search where sums or keys count.
///
/// Whether *some* completion exists does not depend on twins (identical items, the first ones stand for any) nor on the order of
/// the items. So items are looked at by value: with one bound on the sum, for each number of further picks the extreme sum comes
/// from the extreme values, as far as the limits per key let them (a partition matroid: greedy is exact). Only with bounds on both
/// sides the sets of reachable sums are built, key by key.
struct Search<'a> {
    rule: &'a SelectRule,
    items: &'a [SelectItem],
    /// Indices by ascending value.
    order: Vec<u16>,
    /// The key of each item as a number below `room.len()`.
    class: Vec<u16>,
    /// How many more items of each class the picks leave room for.
    room: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(rule: &'a SelectRule, items: &'a [SelectItem], picked: &[u16]) -> Search<'a> {
        let mut order: Vec<u16> = (0..items.len() as u16).collect();
        order.sort_unstable_by_key(|i| items[usize::from(*i)].value);
        let mut class = vec![0; items.len()];
        let mut room = vec![usize::MAX];
        if let Some(limit) = rule.per_key {
            let mut keys: Vec<u32> = items.iter().map(|item| item.key).collect();
            keys.sort_unstable();
            keys.dedup();
            room = vec![usize::from(limit); keys.len()];
            for (class, item) in class.iter_mut().zip(items) {
                *class = keys.partition_point(|key| *key < item.key) as u16;
            }
            picked.iter().for_each(|p| room[usize::from(class[usize::from(*p)])] -= 1);
        }
        Search { rule, items, order, class, room }
    }

    fn class(&self, index: usize) -> usize {
        usize::from(self.class[index])
    }

    /// Whether a legal set is in reach of `so_far`, which is the picks of `new` and `extra`.
    fn completable(&self, so_far: &SoFar, extra: Option<usize>) -> bool {
        if extra.is_some_and(|index| self.room[self.class(index)] == 0) {
            return false;
        }
        if self.rule.closable(so_far) {
            return true;
        }
        let mut room = self.room.clone();
        let mut sum = so_far.sum;
        if let Some(index) = extra {
            room[self.class(index)] -= 1;
        }
        if so_far.owed > 0 {
            for index in (so_far.start..self.items.len()).filter(|i| owed(self.items, *i)) {
                let Some(less) = room[self.class(index)].checked_sub(1) else { return false };
                room[self.class(index)] = less;
                sum += i64::from(self.items[index].value);
            }
        }
        let count = so_far.count + so_far.owed;
        let Some(most) = usize::from(self.rule.max).checked_sub(count) else { return false };
        let least = usize::from(self.rule.min).saturating_sub(count);
        if least > most {
            return false;
        }
        let extreme = |high| self.extreme(so_far.start, sum, least, most, room.clone(), high);
        let rule = self.rule;
        match (rule.sum_at_least.map(i64::from), rule.sum_at_most.map(i64::from)) {
            (Some(at_least), None) => extreme(true).is_some_and(|high| high >= at_least),
            (None, _) => extreme(false).is_some_and(|low| rule.sum_fits(low)),
            (Some(at_least), Some(at_most)) => {
                let (Some(low), Some(high)) = (extreme(false), extreme(true)) else { return false };
                rule.sum_fits(low)
                    || rule.sum_fits(high)
                    || (low <= at_most && high >= at_least && self.sums(so_far.start, sum, least, most, &room))
            }
        }
    }

    /// The items from `start` on that nobody owes, in order of value.
    fn free(&self, start: usize) -> impl DoubleEndedIterator<Item = usize> {
        self.order.iter().map(|i| usize::from(*i)).filter(move |i| *i >= start && !owed(self.items, *i))
    }

    /// The least (or greatest) sum with `least..=most` further items; `None` when there are not enough items.
    fn extreme(&self, start: usize, mut sum: i64, least: usize, most: usize, mut room: Vec<usize>, high: bool) -> Option<i64> {
        let mut best = (least == 0).then_some(sum);
        let (mut up, mut down) = (self.free(start), self.free(start).rev());
        let mut count = 0;
        while count < most
            && let Some(index) = if high { down.next() } else { up.next() }
        {
            let room = &mut room[self.class(index)];
            if *room > 0 {
                *room -= 1;
                count += 1;
                sum += i64::from(self.items[index].value);
                if count >= least && best.is_none_or(|best| if high { sum > best } else { sum < best }) {
                    best = Some(sum);
                }
            }
        }
        best
    }

    /// Whether some `least..=most` further items bring the sum between both bounds.
    fn sums(&self, start: usize, sum: i64, least: usize, most: usize, room: &[usize]) -> bool {
        let mut by_class: Vec<u16> = self.free(start).map(|i| i as u16).collect();
        by_class.sort_by_key(|i| self.class[usize::from(*i)]);
        let most = most.min(by_class.len());
        let mut reach = vec![Vec::new(); most + 1];
        reach[0].push(sum);
        for group in by_class.chunk_by(|a, b| self.class[usize::from(*a)] == self.class[usize::from(*b)]) {
            let limit = room[self.class(usize::from(group[0]))].min(group.len()).min(most);
            let mut own: Vec<Vec<i64>> = vec![Vec::new(); limit + 1];
            own[0].push(0);
            for index in group {
                let value = i64::from(self.items[usize::from(*index)].value);
                for count in (0..limit).rev() {
                    let (fewer, more) = own.split_at_mut(count + 1);
                    more[0].extend(fewer[count].iter().map(|sum| sum + value));
                    tidy(&mut more[0]);
                }
            }
            for count in (1..=most).rev() {
                for take in 1..=limit.min(count) {
                    let (fewer, more) = reach.split_at_mut(count - take + 1);
                    let target = &mut more[take - 1];
                    for base in &fewer[count - take] {
                        target.extend(own[take].iter().map(|sum| base + sum));
                    }
                    tidy(target);
                }
            }
        }
        reach.iter().skip(least).flatten().any(|sum| self.rule.sum_fits(*sum))
    }
}

fn tidy(sums: &mut Vec<i64>) {
    sums.sort_unstable();
    sums.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn items(values: &[i32]) -> Vec<SelectItem> {
        values.iter().map(|value| SelectItem { value: *value, ..SelectItem::default() }).collect()
    }

    /// The definition, without cleverness.
    fn legal(rule: &SelectRule, items: &[SelectItem], set: &[u16]) -> bool {
        let has = |i: usize| set.contains(&(i as u16));
        let sum: i64 = set.iter().map(|i| i64::from(items[usize::from(*i)].value)).sum();
        let keyed = |key: u32| set.iter().filter(|i| items[usize::from(**i)].key == key).count();
        set.len() >= usize::from(rule.min)
            && set.len() <= usize::from(rule.max)
            && rule.sum_at_most.is_none_or(|most| sum <= i64::from(most))
            && rule.sum_at_least.is_none_or(|least| sum >= i64::from(least))
            && rule.per_key.is_none_or(|limit| items.iter().all(|item| keyed(item.key) <= usize::from(limit)))
            && (0..items.len()).all(|i| !items[i].must || has(i))
            && (0..items.len()).all(|i| !has(i) || !twin(items, i) || has(i - 1))
    }

    fn legal_sets(rule: &SelectRule, items: &[SelectItem]) -> Vec<Vec<u16>> {
        (0u32..1 << items.len())
            .map(|bits| (0..items.len() as u16).filter(|i| bits & (1 << i) != 0).collect::<Vec<u16>>())
            .filter(|set| legal(rule, items, set))
            .collect()
    }

    fn any_item() -> impl Strategy<Value = SelectItem> {
        (-2..5i32, 0..3u32, proptest::bool::weighted(0.4), proptest::bool::weighted(0.1)).prop_map(|(value, key, twin, must)| SelectItem {
            value,
            key,
            twin,
            must,
        })
    }

    /// Items of which many are identical neighbours, as hands of cards have them.
    fn any_items() -> impl Strategy<Value = Vec<SelectItem>> {
        proptest::collection::vec((any_item(), 1..4usize), 0..5).prop_map(|groups| {
            let copies = groups
                .into_iter()
                .flat_map(|(item, n)| (0..n).map(move |i| SelectItem { twin: i > 0 || item.twin, must: item.must && i != 1, ..item }));
            copies.take(9).collect()
        })
    }

    fn any_rule() -> impl Strategy<Value = SelectRule> {
        let bound = || proptest::option::of(-4..14i32);
        (0..5u16, 0..7u16, bound(), bound(), proptest::option::of(0..3u16))
            .prop_map(|(min, max, sum_at_most, sum_at_least, per_key)| SelectRule { min, max, sum_at_most, sum_at_least, per_key })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn what_is_listed_is_what_leads_to_a_legal_set(items in any_items(), rule in any_rule(), bits in any::<u16>()) {
            let sets = legal_sets(&rule, &items);
            let picked: Vec<u16> = (0..items.len() as u16).filter(|i| bits & (1 << i) != 0).collect();
            let leads = |path: &[u16]| sets.iter().any(|set| set.starts_with(path));
            for length in 0..=picked.len() {
                let path = &picked[..length];
                let mut out = vec![999];
                let done = rule.next(&items, path, &mut out);
                let wanted: Vec<u16> =
                    (0..items.len() as u16).filter(|i| leads(&[path, &[*i]].concat())).collect();
                prop_assert_eq!(&out, &wanted, "after {:?}", path);
                prop_assert_eq!(done, sets.iter().any(|set| set == path));
                prop_assert_eq!(rule.completable(&items, path), leads(path));
                prop_assert_eq!(rule.accepts(&items, path), done);
            }
            prop_assert_eq!(rule.possible(&items), !sets.is_empty());
        }

        #[test]
        fn odd_input_never_panics(
            items in proptest::collection::vec((any::<i32>(), any::<u32>(), any::<bool>(), any::<bool>()), 0..9),
            rule in (any::<u16>(), any::<u16>(), any::<Option<i32>>(), any::<Option<i32>>(), any::<Option<u16>>()),
            picked in proptest::collection::vec(0..12u16, 0..6),
        ) {
            let items: Vec<SelectItem> =
                items.into_iter().map(|(value, key, twin, must)| SelectItem { value, key, twin, must }).collect();
            let (min, max, sum_at_most, sum_at_least, per_key) = rule;
            let rule = SelectRule { min, max, sum_at_most, sum_at_least, per_key };
            rule.next(&items, &picked, &mut Vec::new());
            rule.completable(&items, &picked);
            rule.accepts(&items, &picked);
        }
    }

    #[test]
    fn a_pick_that_would_leave_too_little_is_not_listed() {
        let rule = SelectRule { sum_at_least: Some(9), ..SelectRule::exactly(2) };
        let (items, mut out) = (items(&[1, 5, 4, 2]), Vec::new());
        assert!(!rule.next(&items, &[], &mut out));
        assert_eq!(out, [1], "only 5 and 4 make 9");
        assert!(!rule.next(&items, &[1], &mut out));
        assert_eq!(out, [2]);
        assert!(rule.next(&items, &[1, 2], &mut out));
        assert!(out.is_empty());
    }

    #[test]
    fn an_exact_sum_of_many_items_is_found_quickly() {
        let rule = SelectRule { sum_at_most: Some(61), sum_at_least: Some(61), per_key: Some(2), ..SelectRule::any() };
        let items: Vec<SelectItem> =
            (0..60).map(|i| SelectItem { value: 2 * (i % 7) + 2, key: (i / 3) as u32, ..SelectItem::default() }).collect();
        assert!(!rule.possible(&items), "even numbers make no odd sum");
        assert!(SelectRule { sum_at_most: Some(62), sum_at_least: Some(62), ..rule }.possible(&items));
    }

    #[test]
    fn out_of_order_or_out_of_range_picks_lead_nowhere() {
        let items = items(&[1, 2, 3]);
        let mut out = Vec::new();
        for picked in [&[1, 0][..], &[0, 0], &[3]] {
            assert!(!SelectRule::any().next(&items, picked, &mut out));
            assert!(out.is_empty() && !SelectRule::any().completable(&items, picked));
        }
    }
}
