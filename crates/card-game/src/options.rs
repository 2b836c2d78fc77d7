//! Where the rules of melee are silent: named choices, which the digest numbers AMB.*. The default is what it recommends.

use serde::{Deserialize, Serialize};

/// Choices for melee that the rules leave open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct MeleeOptions {
    /// Whom a further challenge "against a different opponent" is compared with (AMB.24).
    pub different: Different,
    /// Whether the bearer of the redirecting title may redirect the own challenge (AMB.25).
    pub redirect_own: bool,
    /// What it means that nobody is picked for a claim against any number of opponents (AMB.28).
    pub nobody: Nobody,
    /// Whether a title's redirect is used up for the round by each player apart (AMB.17).
    pub redirect_per_player: bool,
}

/// See [`MeleeOptions::different`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Different {
    /// The players the other challenges were initiated against (RR.melee.redirect.4).
    #[default]
    Initiated,
    /// The defending players, after redirects.
    Defending,
}

/// See [`MeleeOptions::nobody`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nobody {
    /// As if the ability was not used: claim is mandatory.
    #[default]
    LoserSuffers,
    NobodySuffers,
}

impl Default for MeleeOptions {
    fn default() -> MeleeOptions {
        MeleeOptions { different: Different::Initiated, redirect_own: true, nobody: Nobody::LoserSuffers, redirect_per_player: true }
    }
}

impl MeleeOptions {
    /// What differs from the default, as words for the id of the rules; empty for the default.
    pub fn words(self) -> String {
        let mut words = Vec::new();
        if self.different == Different::Defending {
            words.push("AMB.24 defending");
        }
        if !self.redirect_own {
            words.push("AMB.25 no");
        }
        if self.nobody == Nobody::NobodySuffers {
            words.push("AMB.28 nobody");
        }
        if !self.redirect_per_player {
            words.push("AMB.17 title");
        }
        words.join(", ")
    }
}
