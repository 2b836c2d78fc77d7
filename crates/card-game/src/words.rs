//! The rulebook's closed lists: factions, card types, phases, challenge types.

use serde::{Deserialize, Serialize};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal / $title:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $word, alias = $title)] $variant),+ }

        impl $name {
            /// All of them, in the rulebook's order.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];
            /// The word used in data and messages.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
            /// The word as people read it.
            pub const fn title(self) -> &'static str {
                match self { $($name::$variant => $title),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.title())
            }
        }
    };
}

words! {
    /// The eight factions (RR.glossary.faction) and neutral.
    Faction {
        Baratheon = "baratheon" / "Baratheon",
        Greyjoy = "greyjoy" / "Greyjoy",
        Lannister = "lannister" / "Lannister",
        Martell = "martell" / "Martell",
        NightsWatch = "thenightswatch" / "Night's Watch",
        Stark = "stark" / "Stark",
        Targaryen = "targaryen" / "Targaryen",
        Tyrell = "tyrell" / "Tyrell",
        Neutral = "neutral" / "Neutral",
    }
}

words! {
    /// Card types (RR.anatomy.*).
    CardType {
        Character = "character" / "Character",
        Location = "location" / "Location",
        Attachment = "attachment" / "Attachment",
        Event = "event" / "Event",
        Plot = "plot" / "Plot",
        Agenda = "agenda" / "Agenda",
        Title = "title" / "Title",
        FactionCard = "faction" / "Faction",
    }
}

words! {
    /// The three challenge types and icons.
    ChallengeType {
        Military = "military" / "Military",
        Intrigue = "intrigue" / "Intrigue",
        Power = "power" / "Power",
    }
}

words! {
    /// The phases of a round, setup before the first.
    Phase {
        Setup = "setup" / "Setup",
        Plot = "plot" / "Plot",
        Draw = "draw" / "Draw",
        Marshaling = "marshaling" / "Marshaling",
        Challenges = "challenges" / "Challenges",
        Dominance = "dominance" / "Dominance",
        Standing = "standing" / "Standing",
        Taxation = "taxation" / "Taxation",
    }
}

impl ChallengeType {
    /// Index into arrays by type.
    pub const fn index(self) -> usize {
        self as usize
    }
}
