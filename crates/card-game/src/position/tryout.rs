//! A table at which one card can be tried: it lies in its owner's hand (a plot in the plot deck, an agenda beside the faction card), the
//! phase is its own, there is gold, and plain cards stand on both sides.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{HEAD, read};
use crate::lang::ast::{Body, Def, Triggered, When};
use crate::lang::text::render;
use crate::rules::Rules;
use crate::words::{CardType, Faction, Phase};

/// Characters of the seat that tries the card, and of the other.
const MINE: usize = 4;
const THEIRS: usize = 3;
/// Titles in a draw deck, each three times.
const DECK: usize = 8;

/// The position text; none for a code without a definition, a title or a faction card.
pub fn tryout(rules: &Rules, code: &str) -> Option<String> {
    let card = &rules.cards.iter().find(|card| card.def.code == code)?.def;
    if matches!(card.kind, CardType::Title | CardType::FactionCard) {
        return None;
    }
    let faction = if card.faction == Faction::Neutral { Faction::Stark } else { card.faction };
    let other = if faction == Faction::Lannister { Faction::Stark } else { Faction::Lannister };
    let mut cast = Cast { rules, text: render(card), used: BTreeSet::from([card.name.clone()]) };
    let mine = cast.some(CardType::Character, faction, MINE);
    let land = cast.some(CardType::Location, faction, 1);
    let theirs = cast.some(CardType::Character, other, THEIRS);
    let mut plots = cast.some(CardType::Plot, Faction::Neutral, 6);
    let at = moment(card);
    let chosen = at.contains("plots");
    let held = match card.kind {
        CardType::Agenda | CardType::Plot => String::new(),
        _ => code.to_owned(),
    };
    let (their_plots, mut my_plots) = (plots.split_off(3), plots);
    let revealed = |list: &mut Vec<String>| if chosen || list.is_empty() { String::new() } else { list.remove(0) };
    let mut theirs_left = their_plots;
    let (my_plot, their_plot) = (revealed(&mut my_plots), revealed(&mut theirs_left));
    if card.kind == CardType::Plot {
        my_plots.insert(0, code.to_owned());
    }
    let agenda = if card.kind == CardType::Agenda { code } else { "" };
    let (my_deck, their_deck) = (cast.deck(faction), cast.deck(other));
    let table = |host: &str| {
        let mut text = format!("{HEAD}\nrulings: {}\nformat: joust\nround {} {at}\n", rules.rulings.word(), if chosen { 1 } else { 2 });
        let mut seat = |number: u8, faction: Faction, lines: &[(&str, String)]| {
            let _ = write!(text, "\nseat P{number}\n  faction: {}\n", faction.word());
            for (word, cards) in lines.iter().filter(|(_, cards)| !cards.is_empty()) {
                let _ = writeln!(text, "  {word}: {cards}");
            }
        };
        seat(
            1,
            faction,
            &[
                ("agenda", agenda.to_owned()),
                ("gold", if chosen { String::new() } else { "15".to_owned() }),
                ("plot", my_plot.clone()),
                ("play", [&mine[..], &land[..], &[host.to_owned()]].concat().join(" ").trim().to_owned()),
                ("hand", held.clone()),
                ("plots", my_plots.join(" ")),
                ("deck", my_deck.clone()),
            ],
        );
        seat(
            2,
            other,
            &[
                ("gold", if chosen { String::new() } else { "5".to_owned() }),
                ("plot", their_plot.clone()),
                ("play", theirs.join(" ")),
                ("plots", theirs_left.join(" ")),
                ("deck", their_deck.clone()),
            ],
        );
        text
    };
    // An attachment finds a host of its own side: if none of these fits, the first card of the pool that does.
    let bare = table("");
    if card.kind != CardType::Attachment || [&mine, &land].iter().any(|cards| cards.iter().any(|host| fits(rules, &bare, host, code))) {
        return Some(bare);
    }
    let mut hosts: Vec<&Def> = rules.cards.iter().map(|card| &card.def).filter(|def| !cast.used.contains(&def.name)).collect();
    hosts.sort_by_key(|def| (def.faction != faction, def.faction != Faction::Neutral, &def.code));
    let in_play = |def: &&&Def| matches!(def.kind, CardType::Character | CardType::Location);
    let host = hosts.iter().filter(in_play).find(|def| fits(rules, &table(&def.code), &def.code, code));
    Some(host.map_or(bare, |def| table(&def.code)))
}

/// Whether the card may lie on this host: the reader of positions says it.
fn fits(rules: &Rules, table: &str, host: &str, code: &str) -> bool {
    let with = table.replacen(&format!("  hand: {code}\n"), "", 1).replacen(host, &format!("{host}[+{code}]"), 1);
    read(rules, &with).is_ok()
}

/// Where the round stands, so that the card has its moment as soon as it can.
fn moment(card: &Def) -> &'static str {
    match card.kind {
        CardType::Plot | CardType::Agenda => return "phase plot at plots first P1",
        CardType::Event => {}
        _ => return "phase marshaling at window first P1 active P1",
    }
    let triggered = card.abilities.iter().find_map(|ability| match &ability.body {
        Body::Action(t) => Some((t, true)),
        Body::Reaction(t) | Body::Interrupt(t) | Body::ForcedReaction(t) | Body::ForcedInterrupt(t) => Some((t, false)),
        Body::WhenRevealed(_) | Body::Constant(_) => None,
    });
    match triggered {
        Some((t, true)) => window(t.phase),
        Some((t, false)) => before(t),
        None => window(None),
    }
}

/// An action window of this phase.
fn window(phase: Option<Phase>) -> &'static str {
    match phase {
        Some(Phase::Plot) => "phase plot at window first P1",
        Some(Phase::Draw) => "phase draw at window first P1",
        Some(Phase::Marshaling) => "phase marshaling at window first P1 active P1",
        Some(Phase::Dominance) => "phase dominance at window first P1",
        Some(Phase::Standing) => "phase standing at window first P1",
        Some(Phase::Taxation) => "phase taxation at window first P1",
        Some(Phase::Challenges | Phase::Setup) | None => "phase challenges at window first P1",
    }
}

/// Before what the card answers.
fn before(triggered: &Triggered) -> &'static str {
    match triggered.when.as_ref().and_then(|when| when.each().first().copied()) {
        Some(When::PhaseBegins(Phase::Draw)) => "phase draw first P1",
        Some(When::PhaseBegins(Phase::Marshaling) | When::IncomeCollected(_)) => "phase marshaling first P1",
        Some(When::PhaseBegins(Phase::Challenges)) => "phase challenges first P1",
        Some(When::PhaseBegins(Phase::Dominance) | When::WinDominance | When::LoseDominance) => "phase dominance first P1",
        Some(When::PhaseBegins(Phase::Standing)) => "phase standing first P1",
        Some(When::PhaseBegins(Phase::Taxation)) => "phase taxation first P1",
        Some(When::PhaseBegins(Phase::Plot | Phase::Setup) | When::RevealPlot(_) | When::WinInitiative) => "phase plot at plots first P1",
        Some(When::PhaseEnds(phase)) => window(Some(*phase)),
        Some(When::RoundEnds) => window(Some(Phase::Taxation)),
        Some(When::Draws(_)) => "phase draw first P1",
        Some(When::Enters(_) | When::Marshal(_) | When::MarshalOrPlay(_)) => window(Some(Phase::Marshaling)),
        _ => window(triggered.phase),
    }
}

/// Picks plain cards for both sides, each title once.
struct Cast<'a> {
    rules: &'a Rules,
    /// What the card says: cards with the traits that it names come first.
    text: String,
    used: BTreeSet<String>,
}

impl Cast<'_> {
    fn some(&mut self, kind: CardType, faction: Faction, count: usize) -> Vec<String> {
        let named = |def: &Def| def.traits.iter().filter(|t| self.text.contains(t.name())).count();
        let fits = |def: &&Def| {
            let plain = kind != CardType::Plot || def.abilities.iter().all(|a| !matches!(a.body, Body::WhenRevealed(_)));
            def.kind == kind
                && plain
                && def.keywords.len() < 3
                && !self.used.contains(&def.name)
                && (def.faction == faction || def.faction == Faction::Neutral)
        };
        let mut cards: Vec<&Def> = self.rules.cards.iter().map(|card| &card.def).filter(fits).collect();
        // A plot's constant text may forbid what is to be tried.
        let constant = |def: &Def| kind == CardType::Plot && def.abilities.iter().any(|a| matches!(a.body, Body::Constant(_)));
        cards.sort_by_key(|def| (def.faction != faction, constant(def), std::cmp::Reverse(named(def)), def.abilities.len(), &def.code));
        let mut taken = Vec::new();
        for def in cards {
            if taken.len() < count && self.used.insert(def.name.clone()) {
                taken.push(def.code.clone());
            }
        }
        taken
    }

    /// A draw deck of the faction.
    fn deck(&self, faction: Faction) -> String {
        let fits = |def: &&Def| {
            def.faction == faction && matches!(def.kind, CardType::Character | CardType::Location) && !self.used.contains(&def.name)
        };
        let codes = self.rules.cards.iter().map(|card| &card.def).filter(fits).take(DECK).map(|def| format!("3x{}", def.code));
        codes.collect::<Vec<_>>().join(" ")
    }
}
