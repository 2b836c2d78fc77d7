//! The table as a bot looks at it: a view with its cards by id and by side, next to the public card pool.

use table::{Prompt, Seat};

use crate::rules::{CardRules, Rules};
use crate::view::{Action, CardView, Id, PlayerView, View, Zone};
use crate::words::{CardType, ChallengeType, Phase};

/// Everything a bot decides by.
pub struct Table<'a> {
    pub rules: &'a Rules,
    pub view: &'a View,
    pub prompt: &'a Prompt,
    pub me: Seat,
    /// Picks of this answer so far.
    pub drafted: Vec<Action>,
    by_id: Vec<Option<&'a CardView>>,
}

impl<'a> Table<'a> {
    pub fn new(rules: &'a Rules, view: &'a View, prompt: &'a Prompt) -> Table<'a> {
        let mut by_id: Vec<Option<&CardView>> = Vec::new();
        for card in &view.cards {
            if let Ok(Id(n)) = card.id.parse::<Id>() {
                let n = usize::from(n);
                if by_id.len() <= n {
                    by_id.resize(n + 1, None);
                }
                by_id[n] = Some(card);
            }
        }
        let drafted = prompt.drafted.iter().filter_map(|choice| serde_json::from_value(choice.action.clone()).ok()).collect();
        Table { rules, view, prompt, me: prompt.seat, drafted, by_id }
    }

    pub fn card(&self, id: Id) -> Option<&'a CardView> {
        self.by_id.get(usize::from(id.0)).copied().flatten()
    }

    pub fn named(&self, id: &str) -> Option<&'a CardView> {
        self.card(id.parse().ok()?)
    }

    /// The compiled card; `None` for a card that the viewer may not know.
    pub fn entry(&self, card: &CardView) -> Option<&'a CardRules> {
        self.rules.find(card.code.as_deref()?).map(|place| &self.rules.cards[usize::from(place)])
    }

    pub fn seat(&self, seat: Seat) -> Option<&'a PlayerView> {
        self.view.players.get(seat.index())
    }

    pub fn my(&self) -> &'a PlayerView {
        &self.view.players[self.me.index()]
    }

    pub fn mine(&self, card: &CardView) -> bool {
        card.controller == self.me.0
    }

    pub fn in_play(card: &CardView) -> bool {
        matches!(card.zone, Some(Zone::Play | Zone::RevealedPlot))
    }

    /// Characters in play that a seat controls.
    pub fn characters(&self, seat: Seat) -> impl Iterator<Item = &'a CardView> {
        let cards = self.view.cards.iter();
        cards.filter(move |c| c.zone == Some(Zone::Play) && c.kind == Some(CardType::Character) && c.controller == seat.0)
    }

    pub fn hand(&self) -> impl Iterator<Item = &'a CardView> {
        let me = self.me.0;
        self.view.cards.iter().filter(move |c| c.zone == Some(Zone::Hand) && c.owner == me)
    }

    pub fn opponents(&self) -> impl Iterator<Item = Seat> {
        let me = self.me;
        self.view.players.iter().filter(|p| !p.eliminated).map(|p| p.seat).filter(move |seat| *seat != me)
    }

    /// Power on the faction card, which power claim can take.
    pub fn faction_power(&self, seat: Seat) -> i32 {
        let of = |c: &&CardView| c.kind == Some(CardType::FactionCard) && c.controller == seat.0;
        self.view.cards.iter().filter(of).map(|c| c.power).sum()
    }

    /// STR with which a seat could meet a challenge of this type: its standing characters that have the icon.
    pub fn standing(&self, seat: Seat, kind: ChallengeType) -> impl Iterator<Item = &'a CardView> {
        self.characters(seat).filter(move |c| !c.kneeling && c.icons.contains(&kind))
    }

    /// Whether this seat still attacks in this phase, after the active player or as the active player.
    pub fn still_attacks(&self, seat: Seat) -> bool {
        if self.view.phase > Phase::Challenges {
            return false;
        }
        let n = self.view.players.len() as u8;
        let first = self.view.first_player.unwrap_or(Seat(0));
        let place = |s: Seat| (s.0 + n - first.0) % n;
        match self.view.active_player {
            Some(active) if self.view.phase == Phase::Challenges => {
                place(seat) > place(active)
                    || seat == active && self.view.players[seat.index()].challenges_left.values().any(|left| *left > 0)
            }
            _ => true,
        }
    }

    /// A card of the same title in this seat's dead pile: a unique card of it cannot come back.
    pub fn is_dead(&self, card: &CardView) -> bool {
        card.unique && self.view.cards.iter().any(|c| c.zone == Some(Zone::Dead) && c.owner == self.me.0 && c.name == card.name)
    }

    /// My unique card in play of which this one would be a duplicate.
    pub fn original(&self, card: &CardView) -> Option<&'a CardView> {
        let same = |c: &&CardView| c.zone == Some(Zone::Play) && self.mine(c) && c.owner == self.me.0 && c.name == card.name;
        if card.unique { self.view.cards.iter().find(same) } else { None }
    }
}

/// The printed cost as a number.
pub fn cost(card: &CardView) -> i32 {
    card.cost.as_deref().and_then(|cost| cost.parse().ok()).unwrap_or(0)
}

pub fn has(card: &CardView, keyword: &str) -> bool {
    card.keywords.iter().any(|k| k == keyword)
}
