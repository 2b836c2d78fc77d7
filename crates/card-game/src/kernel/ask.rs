//! What a seat is asked: the decision as finite lists, the draft, the answer.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Applied, Illegal, Pick, PromptKind, Seat, SelectItem, SelectRule};

use super::state::{Id, State};
use crate::rules::Rules;
use crate::view::Action;

/// A complete answer of a seat.
pub type Answer = (Seat, Vec<Action>);

/// A question to a seat that is not answered yet, or whose answer waits for those of others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ask {
    pub seat: Seat,
    /// The seat's decision number.
    pub number: u32,
    pub topic: Topic,
    pub source: Option<Id>,
    pub list: List,
    /// Picks so far.
    pub draft: Vec<Action>,
    pub complete: bool,
}

/// What the question is about: gives the prompt its words and rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Topic {
    Mulligan,
    SetupCards,
    SetupHost,
    ChoosePlot,
    ChooseTitle,
    FirstPlayer,
    OrderWhenRevealed,
    OrderForced,
    ActionWindow,
    Marshaling,
    Interrupts,
    Reactions,
    Initiate,
    Redirect,
    Defenders,
    Claim,
    ClaimOn,
    KeywordType,
    KeywordUse,
    IntimidateTarget,
    Reserve,
    Target,
    CostCard,
    X,
    Host,
    May,
    Either,
    NameType,
    NameIcon,
    NameTrait,
    DuplicateOf,
    NameCardType,
    NameKeyword,
    SearchCard,
    EffectCards,
    OrderCards,
    OrderDead,
    OrderDiscard,
    StandLimit,
    DiscardFromHand,
    ChooseOpponent,
    ChoosePlayer,
    ChooseWinner,
    Bestow,
    SimultaneousOrder,
    Rivals,
}

impl Topic {
    /// A stable word, a sentence, the rule.
    pub fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Topic::Mulligan => ("mulligan", "Keep these seven cards, or shuffle them back and draw seven new ones?", "RR.setup.7"),
            Topic::SetupCards => ("setup_cards", "Place setup cards with a total cost of at most 8.", "RR.setup.8"),
            Topic::SetupHost => ("setup_host", "Attach this card to which of your cards?", "RR.setup.9"),
            Topic::ChoosePlot => ("choose_plot", "Choose a plot to reveal this round.", "RR.fw.1.2"),
            Topic::ChooseTitle => ("choose_title", "Take a title for this round.", "RR.fw.1.4"),
            Topic::FirstPlayer => ("first_player", "You win initiative. Who is first player?", "RR.fw.1.3"),
            Topic::OrderWhenRevealed => ("order_when_revealed", "Which When Revealed ability resolves next?", "RR.fw.1.3"),
            Topic::OrderForced => ("order_forced", "Which forced ability resolves next?", "RR.glossary.forced.3"),
            Topic::ActionWindow => ("action_window", "Take an action, or pass.", "RR.window.action"),
            Topic::Marshaling => ("marshaling", "Marshal a card, take an action, or pass.", "RR.fw.3.aw"),
            Topic::Interrupts => ("interrupts", "Use an interrupt, or pass.", "RR.trig.4"),
            Topic::Reactions => ("reactions", "Use a reaction, or pass.", "RR.trig.7"),
            Topic::Initiate => ("initiate", "Initiate a challenge, or pass.", "RR.fw.4.2"),
            Topic::Defenders => ("defenders", "Declare defenders.", "RR.fw.4.2.1"),
            Topic::Redirect => ("redirect", "Redirect this challenge to another opponent of its attacker?", "RR.melee.redirect.1"),
            Topic::ClaimOn => ("claim_on", "Which opponents suffer the claim? Nobody picked: the loser.", "RR.melee.whispers.1"),
            Topic::Claim => ("claim", "Choose the characters that are killed for claim.", "RR.fw.4.2.4"),
            Topic::KeywordType => ("keyword_type", "Which keyword is resolved next?", "RR.fw.4.2.5"),
            Topic::KeywordUse => ("keyword_use", "Use this keyword?", "RR.fw.4.2.5"),
            Topic::IntimidateTarget => ("intimidate", "Kneel which character by intimidate?", "RR.glossary.intimidate.1"),
            Topic::Reserve => ("reserve", "Discard down to your reserve.", "RR.fw.7.3"),
            Topic::Target => ("target", "Choose the target.", "RR.glossary.target.1"),
            Topic::CostCard => ("cost", "Choose what pays the cost.", "RR.init.4"),
            Topic::X => ("x", "Choose X.", "RR.glossary.x.2"),
            Topic::Host => ("host", "Attach it to which card?", "RR.glossary.attachment_cards.1"),
            Topic::May => ("may", "Do this?", "RR.glossary.may"),
            Topic::Either => ("either", "Choose one.", "RR.glossary.may"),
            Topic::NameType => ("name_type", "Name a challenge type.", "RR.glossary.choose"),
            Topic::DuplicateOf => ("duplicate_of", "A duplicate of which card? No: it is marshaled as itself.", "RR.glossary.duplicates.3"),
            Topic::NameTrait => ("name_trait", "Name a trait.", "RR.glossary.choose"),
            Topic::NameIcon => ("name_icon", "Choose a challenge icon.", "RR.glossary.challenge_icons.1"),
            Topic::NameCardType => ("name_card_type", "Name a card type.", "RR.glossary.choose"),
            Topic::NameKeyword => ("name_keyword", "Name a keyword.", "RR.glossary.choose"),
            Topic::SearchCard => ("search", "Take a card, or none.", "RR.glossary.search"),
            Topic::EffectCards => ("effect_cards", "Choose for this effect.", "RR.glossary.effects.3"),
            Topic::OrderCards => ("order_cards", "Order these cards; the first you pick lies deepest.", "RR.glossary.deck"),
            Topic::OrderDead => {
                ("order_dead", "Order the cards that come to your dead pile; the first you pick lies deepest.", "RR.glossary.dead_pile.5")
            }
            Topic::OrderDiscard => (
                "order_discard",
                "Order the cards that come to your discard pile; the first you pick lies deepest.",
                "RR.glossary.discard_pile.3",
            ),
            Topic::StandLimit => ("stand_limit", "Choose the cards that stand.", "RR.fw.6.2"),
            Topic::DiscardFromHand => ("discard_from_hand", "Choose cards from your hand to discard.", "RR.glossary.discard_pile"),
            Topic::ChooseOpponent => ("choose_opponent", "Choose an opponent.", "RR.glossary.target.1"),
            Topic::ChoosePlayer => ("choose_player", "Choose a player.", "RR.glossary.target.1"),
            Topic::ChooseWinner => ("choose_winner", "Several players win at once: which of them wins?", "RR.glossary.winning_the_game.2"),
            Topic::Bestow => ("bestow", "Move how much gold onto this card?", "RR.glossary.bestow.1"),
            Topic::SimultaneousOrder => ("order", "Which comes first?", "RR.window.choice.4"),
            Topic::Rivals => ("rivals", "These effects cannot all apply: which of them does?", "RR.window.choice.3"),
        }
    }
}

/// How the answer is picked.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum List {
    /// One of these.
    One(Vec<Action>),
    /// A set of these, in ascending order; closed by `Done` (`Pass` when nothing was picked).
    Set { of: Vec<Action>, items: Vec<SelectItem>, rule: SelectRule },
    /// All of these in an order; `Rest` as listed.
    Order(Vec<Action>),
    /// Type and opponent, then attackers, then stealth and assault choices.
    Challenge(super::declare::Declaration),
}

impl List {
    /// A set of cards without a sum or keys.
    pub fn cards(cards: impl IntoIterator<Item = Id>, rule: SelectRule) -> List {
        let of: Vec<Action> = cards.into_iter().map(|card| Action::Card { card }).collect();
        let items = of.iter().map(|_| SelectItem::default()).collect();
        List::Set { of, items, rule }
    }

    pub fn kind(&self) -> PromptKind {
        match self {
            List::One(_) => PromptKind::Option,
            List::Set { .. } => PromptKind::Select,
            List::Order(_) => PromptKind::Order,
            List::Challenge(_) => PromptKind::Compound,
        }
    }
}

impl Ask {
    /// The legal picks now.
    pub fn legal(&self, state: &State, rules: &Rules, out: &mut Vec<Action>) {
        out.clear();
        if self.complete {
            return;
        }
        match &self.list {
            List::One(list) => out.extend_from_slice(list),
            List::Set { of, items, rule } => {
                let (closed, next) = self.next_of(state, rules, of, items, rule);
                out.extend(next.iter().map(|i| of[*i as usize].clone()));
                if self.topic == Topic::SetupCards {
                    out.retain(|a| state.setup_allows(rules, &self.draft, a));
                }
                if closed {
                    out.push(if self.draft.is_empty() { Action::Pass } else { Action::Done });
                }
            }
            List::Order(of) => {
                out.extend(of.iter().filter(|a| !self.draft.contains(a)).cloned());
                if of.len() - self.draft.len() > 1 {
                    out.push(Action::Rest);
                }
            }
            List::Challenge(declaration) => declaration.legal(state, rules, self.seat, &self.draft, out),
        }
    }

    /// Whether a set may be closed, and what may be picked next.
    fn next_of(&self, state: &State, rules: &Rules, of: &[Action], items: &[SelectItem], rule: &SelectRule) -> (bool, Vec<u16>) {
        let picked: SmallVec<[u16; 8]> = self.picked(of);
        let mut next = Vec::new();
        let mut closed = rule.next(items, &picked, &mut next);
        same_key(items, &picked, &mut next);
        if self.topic == Topic::Target && picked.len() < 2 && !state.cache.immune.is_empty() {
            let never_only = |i: &u16| state.never_only(rules, &of[usize::from(*i)]);
            match picked.first() {
                Some(first) => closed &= !never_only(first),
                None => next.retain(|i| {
                    let mut others = Vec::new();
                    !never_only(i) || {
                        rule.next(items, &[*i], &mut others);
                        same_key(items, &[*i], &mut others);
                        !others.is_empty()
                    }
                }),
            }
        }
        (closed, next)
    }

    fn picked(&self, of: &[Action]) -> SmallVec<[u16; 8]> {
        self.draft.iter().filter_map(|a| of.iter().position(|b| a == b)).map(|i| i as u16).collect()
    }

    /// Takes a pick that is legal; whether the answer is complete now.
    fn take(&mut self, state: &State, rules: &Rules, action: Action) -> bool {
        match &self.list {
            List::One(_) => {
                self.draft.push(action);
                true
            }
            List::Set { of, items, rule } => {
                if matches!(action, Action::Done | Action::Pass) {
                    return true;
                }
                self.draft.push(action);
                let (closed, mut next) = self.next_of(state, rules, of, items, rule);
                if self.topic == Topic::SetupCards {
                    next.retain(|i| state.setup_allows(rules, &self.draft, &of[*i as usize]));
                }
                closed && next.is_empty()
            }
            List::Order(of) => {
                if action == Action::Rest {
                    let rest: Vec<Action> = of.iter().filter(|a| !self.draft.contains(a)).cloned().collect();
                    self.draft.extend(rest);
                } else {
                    self.draft.push(action);
                    if of.len() - self.draft.len() == 1 {
                        let last = of.iter().find(|a| !self.draft.contains(a)).cloned();
                        self.draft.extend(last);
                    }
                }
                self.draft.len() == of.len()
            }
            List::Challenge(declaration) => {
                self.draft.push(action);
                declaration.complete(state, rules, self.seat, &self.draft)
            }
        }
    }
}

impl State {
    /// Asks a seat. A frame that asks must take the answer in its next step ([`State::answer_of`]).
    pub fn ask(&mut self, seat: Seat, topic: Topic, source: Option<Id>, list: List) {
        // Nobody waits for a player who is out of the game (AMB.4).
        if self.player(seat).eliminated || self.gives_up(seat) {
            if self.round == 0 {
                let least = if let List::One(list) = list { list.into_iter().take(1).collect() } else { Vec::new() };
                self.answers.push((seat, least));
            }
            return;
        }
        let player = self.player_mut(seat);
        let number = player.decisions;
        player.decisions += 1;
        self.busy = 0;
        self.asks.push(Ask { seat, number, topic, source, list, draft: Vec::new(), complete: false });
    }

    /// Takes the only answer that was given.
    pub fn answer_taken(&mut self) -> Vec<Action> {
        self.answers.pop().map(|(_, actions)| actions).unwrap_or_default()
    }

    /// The single action of the only answer.
    pub fn answer_one(&mut self) -> Action {
        self.answer_taken().into_iter().next().unwrap_or(Action::Pass)
    }

    /// The cards of the only answer.
    pub fn answer_cards(&mut self) -> Vec<Id> {
        cards(&self.answer_taken())
    }

    pub fn ask_of(&self, seat: Seat) -> Option<&Ask> {
        self.asks.iter().find(|a| a.seat == seat && !a.complete)
    }

    /// Takes a pick of a seat: drafts it, or completes the answer. When all asked seats have answered, the answers are handed over.
    pub fn pick(&mut self, rules: &Rules, seat: Seat, pick: Pick) -> Result<Applied, Illegal> {
        let Some(at) = self.asks.iter().position(|a| a.seat == seat && !a.complete) else {
            return Err(Illegal::new("not_asked", format!("{seat} owes no decision now")));
        };
        let refused =
            |topic: Topic| Illegal::new("not_listed", format!("pick {pick} is not in the list of legal picks")).rule(topic.words().2);
        let complete = if let List::One(list) = &self.asks[at].list {
            let Some(action) = list.get(pick as usize).cloned() else { return Err(refused(self.asks[at].topic)) };
            self.asks[at].draft.push(action);
            true
        } else {
            let mut list = Vec::new();
            self.asks[at].legal(self, rules, &mut list);
            let Some(action) = list.into_iter().nth(pick as usize) else { return Err(refused(self.asks[at].topic)) };
            let mut ask = self.asks.remove(at);
            let complete = ask.take(self, rules, action);
            self.asks.insert(at, ask);
            complete
        };
        self.asks[at].complete = complete;
        if !complete {
            return Ok(Applied::Drafting);
        }
        if self.asks.iter().any(|a| !a.complete) {
            return Ok(Applied::Waiting);
        }
        let asks = std::mem::take(&mut self.asks);
        self.answers = asks.into_iter().map(|a| (a.seat, a.draft)).collect();
        Ok(Applied::Advanced)
    }

    /// Takes back a draft, or an answer that waits for others.
    pub fn take_back(&mut self, seat: Seat) -> Result<(), Illegal> {
        match self.asks.iter_mut().find(|a| a.seat == seat) {
            Some(ask) if ask.complete || !ask.draft.is_empty() => {
                ask.complete = false;
                ask.draft.clear();
                Ok(())
            }
            _ => Err(Illegal::new("withdrawn_too_late", "there is no answer of this seat that could still be taken back")),
        }
    }
}

/// Keys from here on mean that all of a set must share one key.
pub const SAME: u32 = 1000;

fn same_key(items: &[SelectItem], picked: &[u16], next: &mut Vec<u16>) {
    if let Some(key) = picked.first().map(|i| items[*i as usize].key).filter(|k| *k >= SAME) {
        next.retain(|i| items[*i as usize].key == key);
    }
}

/// The cards that actions name.
pub fn cards(actions: &[Action]) -> Vec<Id> {
    actions.iter().filter_map(|a| if let Action::Card { card } | Action::Place { card, .. } = a { Some(*card) } else { None }).collect()
}
