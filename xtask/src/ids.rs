//! Every rule id that the crates cite must exist; which rules nothing cites is told.

use std::collections::{BTreeMap, BTreeSet};

use crate::Result;
use crate::rule_ids::Known;
use crate::scan;
use crate::workspace::shown;

/// Prints what is cited and what is not; fails when an unknown id is cited.
pub fn check(list_uncited: bool) -> Result {
    let known = Known::load();
    let mut cited = BTreeSet::new();
    let mut unknown = Vec::new();
    let mut citations = 0;
    for (path, source) in scan::sources()? {
        for (line, found) in scan::citations(&source) {
            citations += 1;
            match known.resolve(&found.id) {
                Some(id) => _ = cited.insert(id),
                None if found.open && known.has_below(&found.id) => {}
                None => {
                    let hint = if known.has_below(&found.id) { " (only ids below it exist; `.*` after it means them all)" } else { "" };
                    unknown.push(format!("  {}:{line}: {}{hint}", shown(&path), found.id));
                }
            }
        }
    }

    let uncited: Vec<&str> = known.iter().filter(|id| !cited.contains(id)).collect();
    println!("{citations} citations of {} ids; {} ids that nothing cites: {}", cited.len(), uncited.len(), by_family(&uncited));
    if list_uncited {
        uncited.iter().for_each(|id| println!("  {id}"));
    }
    if unknown.is_empty() {
        return Ok(());
    }
    unknown.iter().for_each(|place| println!("{place}"));
    Err(format!("{} citations of ids that are not in xtask/data/ids.txt", unknown.len()).into())
}

fn by_family(ids: &[&str]) -> String {
    let mut families = BTreeMap::new();
    for id in ids {
        *families.entry(id.split('.').next().unwrap_or(id)).or_insert(0) += 1;
    }
    families.iter().map(|(family, count)| format!("{family} {count}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn families_are_counted() {
        assert_eq!(super::by_family(&["RR.a", "BG.x", "RR.b"]), "BG 1, RR 2");
    }
}
