//! The traits of the whole card pool (RR.glossary.traits): a definition that names another is refused with the nearest one.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Every trait, sorted.
pub const TRAITS: [&str; 138] = [
    "Ally",
    "Army",
    "Asshai",
    "Astapor",
    "Banner",
    "Barge",
    "Bastard",
    "Blessing",
    "Bloodrider",
    "Braavos",
    "Brotherhood",
    "Builder",
    "Captain",
    "Cat",
    "Citadel",
    "City",
    "Clansman",
    "Commander",
    "Companion",
    "Conclave",
    "Condition",
    "Contested",
    "Crown",
    "Direwolf",
    "Dorne",
    "Dothraki",
    "Dragon",
    "Dragonstone",
    "Dream",
    "Drowned God",
    "Edict",
    "Elephant",
    "Essos",
    "Fool",
    "Fortification",
    "Free Cities",
    "Giant",
    "Grace",
    "Guard",
    "Hatchling",
    "Highgarden",
    "House Arryn",
    "House Bolton",
    "House Botley",
    "House Clegane",
    "House Connington",
    "House Dayne",
    "House Farwynd",
    "House Florent",
    "House Frey",
    "House Glover",
    "House Goodbrother",
    "House Harlaw",
    "House Hightower",
    "House Hornwood",
    "House Karstark",
    "House Manderly",
    "House Manwoody",
    "House Mormont",
    "House Qorgyle",
    "House Redwyne",
    "House Reed",
    "House Santagar",
    "House Tarly",
    "House Tully",
    "House Uller",
    "House Umber",
    "House Yronwood",
    "Ibben",
    "Iron Islands",
    "Ironborn",
    "Item",
    "King",
    "King's Landing",
    "Kingdom",
    "Kingsguard",
    "Knight",
    "Lady",
    "Legacy",
    "Lhazareen",
    "Lord",
    "Maegi",
    "Maester",
    "Meereen",
    "Mercenary",
    "Merchant",
    "Minstrel",
    "Noble",
    "Old Gods",
    "Oldtown",
    "Omen",
    "Pentos",
    "Pit Fighter",
    "Poison",
    "Prophecy",
    "Qarth",
    "Queen",
    "R'hllor",
    "Raider",
    "Rainbow Guard",
    "Ranger",
    "Raven",
    "Recruit",
    "Riddle",
    "Riverlands",
    "Sand Snake",
    "Scheme",
    "Siege",
    "Skill",
    "Small Council",
    "Smuggler",
    "Song",
    "Spy",
    "Steward",
    "Stormborn",
    "Storyteller",
    "Stronghold",
    "Summer",
    "Tapestry",
    "The Citadel",
    "The North",
    "The Reach",
    "The Riverlands",
    "The Seven",
    "The Westerlands",
    "Title",
    "Valyrian Steel",
    "Vehicle",
    "Wandering Crow",
    "War",
    "Warhorse",
    "Warlock",
    "Warship",
    "Weapon",
    "Westeros",
    "Wildling",
    "Winter",
    "Winterfell",
];

/// A trait as a small number: its place in [`TRAITS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Trait(pub u8);

impl Trait {
    /// The trait of this name, if there is one.
    pub fn find(name: &str) -> Option<Trait> {
        TRAITS.binary_search(&name).ok().map(|i| Trait(i as u8))
    }
    pub fn name(self) -> &'static str {
        TRAITS[self.0 as usize]
    }
}

impl Serialize for Trait {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Trait {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Trait, D::Error> {
        let name = String::deserialize(deserializer)?;
        Trait::find(&name).ok_or_else(|| {
            let near = super::near::nearest(&name, TRAITS.iter().copied());
            serde::de::Error::custom(format!("no card has the trait {name:?}; the nearest is {near:?}"))
        })
    }
}

/// A set of traits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct TraitSet(pub [u64; 3]);

impl TraitSet {
    pub fn has(&self, t: Trait) -> bool {
        self.0[t.0 as usize / 64] >> (t.0 % 64) & 1 != 0
    }
    pub fn add(&mut self, t: Trait) {
        self.0[t.0 as usize / 64] |= 1 << (t.0 % 64);
    }
    pub fn remove(&mut self, t: Trait) {
        self.0[t.0 as usize / 64] &= !(1 << (t.0 % 64));
    }
    /// Whether the sets share a trait.
    pub fn meets(&self, other: &TraitSet) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }
    /// The traits of both sets.
    pub fn both(&self, other: &TraitSet) -> TraitSet {
        TraitSet([0, 1, 2].map(|i| self.0[i] & other.0[i]))
    }
    pub fn iter(&self) -> impl Iterator<Item = Trait> + '_ {
        (0..TRAITS.len() as u8).map(Trait).filter(|t| self.has(*t))
    }
}

impl FromIterator<Trait> for TraitSet {
    fn from_iter<I: IntoIterator<Item = Trait>>(traits: I) -> TraitSet {
        let mut set = TraitSet::default();
        traits.into_iter().for_each(|t| set.add(t));
        set
    }
}
