//! What a viewer sees, and events.

use serde::{Deserialize, Serialize};
use table::{Outcome, Seat, Viewer};

use crate::action::Question;
use crate::data::{AreaId, Ban, CardId, HouseId, OrderId, Track};
use crate::flow::Strength;
use crate::game::Rules;
use crate::rulings::Rulings;
use crate::state::{CardSet, Force, Phase, State};

/// What happened. Told to those whose bit is in `only`, or to all.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "BoardEvent"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BoardEvent"))]
pub struct Event {
    /// A stable word, told as `type`: `march`, `combat`, `destroyed`; the last one is `over`.
    #[serde(rename = "type")]
    pub kind: String,
    /// One sentence; seats stand in it as `{P1}`.
    pub text: String,
    /// The rule it stands on.
    pub rule: Option<String>,
    /// The areas it is about, from where to where.
    #[serde(default)]
    pub areas: Vec<AreaId>,
    /// How the game ended, with `over`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub outcome: Option<Outcome>,
    /// The seats that are told this (bit by seat; bit 15: spectators); null: everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<u16>,
}

impl Event {
    pub fn new(kind: &str, rule: &str, areas: Vec<AreaId>, text: String) -> Event {
        Event { kind: kind.to_owned(), text, rule: Some(rule.to_owned()), areas, outcome: None, only: None }
    }
    /// Only this seat is told.
    pub fn only(self, seat: Seat) -> Event {
        Event { only: Some(1 << seat.0), ..self }
    }
}

/// Numbers of units by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Units {
    pub footman: u8,
    pub knight: u8,
    pub siege_engine: u8,
    pub ship: u8,
}

impl From<&Force> for Units {
    fn from(force: &Force) -> Units {
        let [footman, knight, siege_engine, ship] = *force;
        Units { footman, knight, siege_engine, ship }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AreaView {
    pub id: AreaId,
    /// Whose units stand there.
    pub owner: Option<Seat>,
    pub units: Units,
    pub routed: Units,
    /// Whose power token lies there.
    pub token: Option<Seat>,
    /// The strength of a garrison or neutral force.
    pub force: u8,
    pub garrison: Option<Seat>,
    /// May never be entered.
    pub closed: bool,
    /// The order, where it is open or the viewer's own.
    pub order: Option<OrderId>,
    /// An order lies here face down.
    pub facedown: bool,
    pub controller: Option<Seat>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "HouseView"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "HouseView"))]
pub struct PlayerView {
    pub seat: Seat,
    pub house: HouseId,
    /// Available power.
    pub power: u8,
    /// Power tokens in the pool.
    pub pool: u8,
    pub supply: u8,
    /// Barrels that are controlled now: where the next Supply card sets the marker.
    pub barrels: u8,
    /// Allowed army sizes.
    pub limits: Vec<u8>,
    /// Castles and strongholds.
    pub castles: u8,
    pub lands: u8,
    /// Special orders that may be placed.
    pub stars: u8,
    pub hand: Vec<CardId>,
    pub discard: Vec<CardId>,
    /// Units in stock.
    pub stock: Units,
    /// Whether an answer to the present question is in.
    pub answered: bool,
    /// Whether the player gave up; the game plays the house from then on.
    pub conceded: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WesterosView {
    /// The revealed card of each deck, and cards that have been used, first used first.
    pub card: Option<String>,
    pub used: Vec<String>,
    /// How many cards are left to draw.
    pub draw: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttackView {
    pub strength: u8,
    /// Bids by seat, once they are open.
    pub bids: Vec<u8>,
    /// Who takes no part.
    pub without: Vec<Seat>,
    pub won: Option<bool>,
    /// The highest or lowest bidder.
    pub named: Option<Seat>,
    pub card: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SupportView {
    pub area: AreaId,
    pub by: Option<Seat>,
    /// 0 attacker, 1 defender.
    pub side: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CombatView {
    pub attacker: Seat,
    /// `null` for a neutral force.
    pub defender: Option<Seat>,
    pub from: AreaId,
    pub at: AreaId,
    /// The attacking units; they are in no area until the combat is over.
    pub force: Units,
    pub order: OrderId,
    pub supports: Vec<SupportView>,
    /// The revealed cards of attacker and defender.
    pub cards: [Option<CardId>; 2],
    pub strength: [Strength; 2],
    /// Which side used the blade.
    pub blade: Option<u8>,
    /// Tides of Battle cards that the viewer may see.
    pub tides: [Option<String>; 2],
    /// 0 attacker, 1 defender, once it is known.
    pub winner: Option<u8>,
}

/// The whole table as one viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "BoardView"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BoardView"))]
pub struct View {
    /// The seat that looks, or `null` for spectators and tools.
    pub viewer: Option<Seat>,
    pub board: String,
    /// The rulings as one text: a preset, and the options that differ from it ([`Rulings::text`]).
    pub rulings: String,
    pub options: Rulings,
    pub tides: bool,
    pub round: u32,
    pub rounds: u32,
    pub phase: Phase,
    /// What is going on, in a few words.
    pub step_name: String,
    /// Seats that owe a decision now.
    pub acting: Vec<Seat>,
    pub areas: Vec<AreaView>,
    pub players: Vec<PlayerView>,
    pub iron_throne: Vec<Seat>,
    pub fiefdoms: Vec<Seat>,
    pub kings_court: Vec<Seat>,
    pub blade_used: bool,
    pub raven_used: bool,
    pub threat: u8,
    pub westeros: Vec<WesterosView>,
    /// The wildling deck from the top: cards whose place the viewer knows.
    pub wildlings: Vec<Option<String>>,
    pub bans: Vec<Ban>,
    /// Bids for a track that are open and being ordered.
    pub bids: Vec<u8>,
    pub attack: Option<AttackView>,
    pub combat: Option<CombatView>,
    pub outcome: Option<Outcome>,
}

fn cards(set: CardSet) -> Vec<CardId> {
    set.iter().collect()
}

impl State {
    /// What is going on, in a few words.
    pub fn step_name(&self, rules: &Rules) -> String {
        let Some(ask) = &self.ask else { return String::new() };
        match &ask.question {
            Question::Orders => "Placing orders".to_owned(),
            Question::Raven | Question::RavenCard { .. } => "Messenger Raven".to_owned(),
            Question::Raid => "Raid orders".to_owned(),
            Question::March => "March orders".to_owned(),
            Question::Consolidate => "Consolidate Power orders".to_owned(),
            Question::Muster { .. } => "Mustering".to_owned(),
            Question::BidTrack { track } | Question::Ties { track } => format!("Clash of Kings: {}", track.name()),
            Question::BidWildlings | Question::Name { .. } | Question::WildOption => "Wildling attack".to_owned(),
            Question::Westeros { deck } => self
                .revealed
                .get(usize::from(*deck))
                .map_or(String::new(), |card| rules.board.westeros[usize::from(*deck)][usize::from(*card)].name.clone()),
            Question::Reconcile => "Supply".to_owned(),
            Question::Destroy { .. }
            | Question::Downgrade { .. }
            | Question::UpgradeAnywhere { .. }
            | Question::DiscardCard
            | Question::TakeBackCard
            | Question::Track { .. } => {
                if self.combat.is_some() {
                    "Combat: card texts".to_owned()
                } else {
                    "Wildling attack".to_owned()
                }
            }
            Question::Support | Question::Refuse => "Combat: support".to_owned(),
            Question::HouseCard => "Combat: house cards".to_owned(),
            Question::Cancel
            | Question::PlayAnother { .. }
            | Question::DestroyFighter { .. }
            | Question::RemoveOrder { .. }
            | Question::UpgradeFighter { .. }
            | Question::DiscardFromHand { .. } => "Combat: card texts".to_owned(),
            Question::Blade | Question::TidesAgain => "Combat: Valyrian Steel Blade".to_owned(),
            Question::Casualties { .. } => "Combat: casualties".to_owned(),
            Question::Retreat { .. } => "Combat: retreat".to_owned(),
            Question::Ships { .. } => "Ships of a captured port".to_owned(),
        }
    }

    pub(crate) fn view_for(&self, rules: &Rules, viewer: Viewer) -> View {
        let board = rules.board;
        let acting: Vec<Seat> =
            self.ask.as_ref().map(|ask| ask.seats.iter().filter(|seat| self.player(*seat).answer.is_none()).collect()).unwrap_or_default();
        let mut facedown: Vec<Option<(Seat, Option<OrderId>)>> = vec![None; self.areas.len()];
        for seat in self.seats() {
            let player = self.player(seat);
            for (area, order) in &player.orders {
                if order.is_some() {
                    facedown[area.index()] = Some((seat, *order));
                }
            }
            for pick in player.answer.iter().flatten() {
                if let crate::Action::Order { area, order } = pick
                    && matches!(&self.ask, Some(ask) if ask.question == Question::Orders)
                {
                    facedown[area.index()] = Some((seat, Some(*order)));
                }
            }
        }
        let areas = self.area_ids().map(|id| {
            let area = self.area(id);
            let hidden = facedown[id.index()];
            AreaView {
                id,
                owner: area.owner,
                units: Units::from(&area.units),
                routed: Units::from(&area.routed),
                token: area.token,
                force: area.force,
                garrison: area.garrison,
                closed: area.closed,
                order: area.order.or_else(|| hidden.filter(|(seat, _)| viewer.sees(*seat)).and_then(|(_, order)| order)),
                facedown: hidden.is_some(),
                controller: self.controller(rules, id),
            }
        });
        let players = self.seats().map(|seat| {
            let player = self.player(seat);
            PlayerView {
                seat,
                house: player.house,
                power: player.power,
                pool: self.pool(rules, seat),
                supply: player.supply,
                barrels: self.sum(rules, seat, |area| area.barrels),
                limits: self.limits(rules, seat).to_vec(),
                castles: self.castles(rules, seat),
                lands: self.sum(rules, seat, |_| 1),
                stars: self.stars(rules, seat),
                hand: cards(player.hand),
                discard: cards(player.discard),
                stock: Units::from(&self.stocks(rules, seat)),
                answered: player.answer.is_some(),
                conceded: self.conceded.contains(seat),
            }
        });
        let known = |top: &crate::state::WildCard| match viewer {
            Viewer::All => true,
            Viewer::Seat(seat) => top.known.contains(seat),
            Viewer::Spectator => top.known.0 == u16::MAX,
        };
        let westeros = board.westeros.iter().enumerate().map(|(deck, list)| {
            let name = |card: &u8| list[usize::from(*card)].id.clone();
            WesterosView {
                card: self.revealed.get(deck).map(name),
                used: self.westeros[deck].used.iter().map(name).collect(),
                draw: self.westeros[deck].draw.len() as u8,
            }
        });
        let attack = self.attack.as_ref().map(|attack| AttackView {
            strength: attack.strength,
            bids: attack.bids.clone(),
            without: attack.without.iter().collect(),
            won: (!attack.bids.is_empty()).then_some(attack.won),
            named: attack.named,
            card: attack.card.map(|card| board.wildlings[usize::from(card)].id.clone()),
        });
        let combat = self.combat.as_deref().map(|combat| CombatView {
            attacker: combat.seats[0],
            defender: (!combat.neutral).then_some(combat.seats[1]),
            from: combat.from,
            at: combat.at,
            force: Units::from(&combat.force),
            order: combat.order,
            supports: combat
                .supports
                .iter()
                .map(|(area, side)| SupportView { area: *area, by: self.area(*area).owner, side: *side })
                .collect(),
            cards: combat.cards,
            strength: [self.strength(rules, 0), self.strength(rules, 1)],
            blade: combat.blade,
            tides: [0, 1].map(|side: usize| {
                combat.tides[side]
                    .filter(|_| combat.tides_open || viewer.sees(combat.seats[side]))
                    .map(|card| board.tides[usize::from(card)].id.clone())
            }),
            winner: combat.winner,
        });
        View {
            viewer: match viewer {
                Viewer::Seat(seat) => Some(seat),
                _ => None,
            },
            board: board.name.clone(),
            rulings: rules.rulings.text(),
            options: rules.rulings,
            tides: self.tides,
            round: self.round,
            rounds: board.rounds,
            phase: self.phase,
            step_name: self.step_name(rules),
            acting,
            areas: areas.collect(),
            players: players.collect(),
            iron_throne: self.tracks[Track::IronThrone.index()].clone(),
            fiefdoms: self.tracks[Track::Fiefdoms.index()].clone(),
            kings_court: self.tracks[Track::KingsCourt.index()].clone(),
            blade_used: self.blade_used,
            raven_used: self.raven_used,
            threat: self.threat,
            westeros: westeros.collect(),
            wildlings: self.wildlings.iter().map(|top| known(top).then(|| board.wildlings[usize::from(top.card)].id.clone())).collect(),
            bans: self.bans.clone(),
            bids: self.bids.clone(),
            attack,
            combat,
            outcome: self.outcome.clone(),
        }
    }
}
