//! A small game that uses every part of the contract, as its example.
//!
//! *Harvest*, for two to four seats. A deck holds four cards of each number from 1 to 8. Everybody has a hand of three cards and six
//! coins; five cards lie open in a row. Each round:
//!
//! 1. All bid at once and in secret: a card of the hand and up to three coins (`TOY.bid`). The highest sum wins, among equals the
//!    seat nearest to the left of the last winner. Coins are spent, bid cards discarded, hands refilled.
//! 2. The winner takes up to three cards of the row whose numbers together are at most the bid (`TOY.take`). They count as points,
//!    the first card of the row double.
//! 3. The row is refilled, and the lowest bidder puts it in order (`TOY.order`).
//!
//! After four rounds (or as the setup says) most points win; equal points share the win.
//!
//! | part of the contract | here |
//! |---|---|
//! | an answer of several picks, drafted in private | a bid: card, then coins |
//! | seats that owe answers at once, `withdraw` | bids |
//! | a set under a [`SelectRule`] | taking cards |
//! | an order with "the rest as listed" | putting the row in order |
//! | hidden cards, chance, `redeal` | hands and deck |

use serde::{Deserialize, Serialize};

use crate::{Applied, Chance, Seat, SeatSet, SelectItem, SelectRule, Sink};

mod game;

/// A card is its number.
pub type Card = u8;

/// What never changes: the highest number of a card; four copies of each.
#[derive(Clone, Debug)]
pub struct Rules {
    pub highest: Card,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { highest: 8 }
    }
}

const COPIES: u8 = 4;
const HAND: usize = 3;
const ROW: usize = 5;
const COINS: u8 = 6;
const MOST_COINS: u8 = 3;
const MOST_TAKEN: u16 = 3;

/// How a game begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// 2 to 4.
    pub seats: u8,
    /// How many rounds are played, from 1.
    pub rounds: u32,
}

/// The meaning of one pick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "verb", rename_all = "snake_case")]
pub enum Action {
    /// Bid this card of the hand.
    Bid { card: Card },
    /// Add so many coins; completes the bid.
    Raise { coins: u8 },
    /// Take the card at this place of the row (from 0).
    Take { place: u16 },
    /// Take no more.
    Done,
    /// The card at this place of the old row comes next.
    Next { place: u16 },
    /// All other cards follow as they lie.
    Rest,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    Round {
        round: u32,
    },
    /// `cards` is empty for those who may not see them; `count` is open.
    Drew {
        seat: Seat,
        count: u8,
        cards: Vec<Card>,
    },
    Shuffled,
    Bids {
        bids: Vec<(Card, u8)>,
        winner: Seat,
    },
    Took {
        seat: Seat,
        cards: Vec<Card>,
        points: u32,
    },
    Row {
        cards: Vec<Card>,
    },
    /// By agreement.
    Edited {
        seat: Seat,
        coins: u8,
    },
    Over {
        winners: Vec<Seat>,
    },
}

/// A change of the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// So many coins has the seat.
    Coins { seat: Seat, n: u8 },
}

impl Event {
    /// The event in words; seats stand as `{P1}`.
    pub fn sentence(&self) -> String {
        let list = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Event::Round { round } => format!("Round {round} begins."),
            Event::Drew { seat, count, cards } if cards.is_empty() => format!("{{{seat}}} draws {count}."),
            Event::Drew { seat, cards, .. } => format!("{{{seat}}} draws {}.", list(cards)),
            Event::Shuffled => "The deck is shuffled.".to_owned(),
            Event::Bids { bids, winner } => {
                let bids: Vec<String> = bids.iter().map(|(card, coins)| format!("{card} and {coins} coins")).collect();
                format!("The bids are {}; {{{winner}}} wins.", bids.join(", "))
            }
            Event::Took { seat, cards, points } => format!("{{{seat}}} takes {} for {points} points.", list(cards)),
            Event::Row { cards } => format!("The row is {}.", list(cards)),
            Event::Edited { seat, coins } => format!("By agreement {{{seat}}} has {coins} coins."),
            Event::Over { winners } => {
                let winners: Vec<String> = winners.iter().map(|seat| format!("{{{seat}}}")).collect();
                format!("{} won.", winners.join(" and "))
            }
        }
    }
}

/// A finished bid, face down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Bid {
    card: Card,
    coins: u8,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
struct Player {
    /// Sorted, so that equal cards are one candidate.
    hand: Vec<Card>,
    coins: u8,
    taken: Vec<Card>,
    points: u32,
    /// How many decisions this seat has answered.
    decisions: u32,
    /// The card of a bid that lacks its coins: the draft. It has not left the hand.
    draft: Option<Card>,
    bid: Option<Bid>,
}

/// Whose turn it is to do what.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Stage {
    Bids,
    /// `draft` holds places of the row.
    Take {
        seat: Seat,
        loser: Seat,
        limit: i32,
        draft: Vec<u16>,
    },
    Order {
        seat: Seat,
        draft: Vec<u16>,
    },
    Over,
}

/// A running game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Toy {
    chance: Chance,
    rounds: u32,
    round: u32,
    /// The last is on top.
    deck: Vec<Card>,
    discard: Vec<Card>,
    row: Vec<Card>,
    players: Vec<Player>,
    /// Who won the last bid.
    leader: Seat,
    stage: Stage,
}

/// What a viewer sees of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatView {
    pub cards: u8,
    pub coins: u8,
    pub points: u32,
    pub taken: Vec<Card>,
    /// Whether the bid lies there, face down.
    pub has_bid: bool,
    /// The hand and the bid, for those who may see them.
    pub hand: Option<Vec<Card>>,
    pub bid: Option<(Card, u8)>,
}

/// What a viewer sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    pub round: u32,
    pub rounds: u32,
    pub deck: u8,
    pub discard: Vec<Card>,
    pub row: Vec<Card>,
    pub seats: Vec<SeatView>,
    pub leader: Seat,
}

impl Toy {
    fn player(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// Draws up to `count` cards; shuffles the discard pile when the deck is empty.
    fn draw<S: Sink<Event>>(&mut self, count: usize, sink: &mut S) -> Vec<Card> {
        let mut cards = Vec::new();
        while cards.len() < count {
            if self.deck.is_empty() && !self.discard.is_empty() {
                std::mem::swap(&mut self.deck, &mut self.discard);
                self.deck.sort_unstable();
                self.chance.shuffle(&mut self.deck);
                if S::ON {
                    sink.event(Event::Shuffled);
                }
            }
            match self.deck.pop() {
                Some(card) => cards.push(card),
                None => break,
            }
        }
        cards
    }

    fn fill_hands<S: Sink<Event>>(&mut self, sink: &mut S) {
        for seat in SeatSet::first(self.players.len()).iter() {
            let missing = HAND - self.players[seat.index()].hand.len();
            let cards = self.draw(missing, sink);
            let player = self.player(seat);
            player.hand.extend(&cards);
            player.hand.sort_unstable();
            if S::ON && !cards.is_empty() {
                sink.event(Event::Drew { seat, count: cards.len() as u8, cards });
            }
        }
    }

    fn fill_row<S: Sink<Event>>(&mut self, sink: &mut S) {
        let cards = self.draw(ROW - self.row.len(), sink);
        self.row.extend(cards);
        if S::ON {
            sink.event(Event::Row { cards: self.row.clone() });
        }
    }

    fn begin_round<S: Sink<Event>>(&mut self, sink: &mut S) {
        if self.round == self.rounds {
            self.stage = Stage::Over;
            if S::ON {
                sink.event(Event::Over { winners: self.winners() });
            }
            return;
        }
        self.round += 1;
        self.stage = Stage::Bids;
        if S::ON {
            sink.event(Event::Round { round: self.round });
        }
    }

    fn winners(&self) -> Vec<Seat> {
        let most = self.players.iter().map(|player| player.points).max();
        (0..).map(Seat).zip(&self.players).filter(|(_, player)| Some(player.points) == most).map(|(seat, _)| seat).collect()
    }

    /// `TOY.bid`: all bids are in. The order in which they came is forgotten.
    fn reveal_bids<S: Sink<Event>>(&mut self, sink: &mut S) {
        let bids: Vec<Bid> = self.players.iter_mut().filter_map(|player| player.bid.take()).collect();
        let seats = self.players.len();
        let worth = |seat: &usize| bids[*seat].card + bids[*seat].coins;
        // From the seat on the leader's left round to the leader; of equals `max_by_key` gives the last, so go backwards.
        let order: Vec<usize> = (1..=seats).map(|i| (self.leader.index() + i) % seats).collect();
        let winner = order.iter().copied().rev().max_by_key(worth).unwrap_or_default();
        let loser = order.iter().copied().filter(|seat| *seat != winner).rev().min_by_key(worth).unwrap_or_default();
        let limit = i32::from(worth(&winner));
        self.leader = Seat(winner as u8);
        if S::ON {
            sink.event(Event::Bids { bids: bids.iter().map(|bid| (bid.card, bid.coins)).collect(), winner: self.leader });
        }
        for (player, bid) in self.players.iter_mut().zip(&bids) {
            player.coins -= bid.coins;
            self.discard.push(bid.card);
        }
        self.fill_hands(sink);
        self.stage = Stage::Take { seat: self.leader, loser: Seat(loser as u8), limit, draft: Vec::new() };
    }

    /// `TOY.take`: the rule and the candidates. Only behind the first card are equal neighbours worth the same.
    fn take_rule(&self, limit: i32) -> (SelectRule, Vec<SelectItem>) {
        let same = |i: usize| i > 1 && self.row[i] == self.row[i - 1];
        let item = |(i, card): (usize, &Card)| SelectItem { value: i32::from(*card), twin: same(i), ..SelectItem::default() };
        (SelectRule { sum_at_most: Some(limit), ..SelectRule::up_to(MOST_TAKEN) }, self.row.iter().enumerate().map(item).collect())
    }

    fn take<S: Sink<Event>>(&mut self, seat: Seat, loser: Seat, places: &[u16], sink: &mut S) {
        let cards: Vec<Card> = places.iter().map(|place| self.row[usize::from(*place)]).collect();
        let double = if places.contains(&0) { u32::from(self.row[0]) } else { 0 };
        let points = cards.iter().map(|card| u32::from(*card)).sum::<u32>() + double;
        for place in places.iter().rev() {
            self.row.remove(usize::from(*place));
        }
        self.player(seat).points += points;
        self.player(seat).taken.extend(&cards);
        if S::ON {
            sink.event(Event::Took { seat, cards, points });
        }
        self.fill_row(sink);
        self.stage = Stage::Order { seat: loser, draft: Vec::new() };
    }

    fn order<S: Sink<Event>>(&mut self, draft: &[u16], sink: &mut S) {
        let rest = (0..self.row.len() as u16).filter(|place| !draft.contains(place));
        self.row = draft.iter().copied().chain(rest).map(|place| self.row[usize::from(place)]).collect();
        if S::ON {
            sink.event(Event::Row { cards: self.row.clone() });
        }
        self.begin_round(sink);
    }

    /// The action is in the list for this seat.
    fn act<S: Sink<Event>>(&mut self, seat: Seat, action: Action, sink: &mut S) -> Applied {
        let last_order = self.row.len().saturating_sub(1);
        match (&mut self.stage, action) {
            (Stage::Bids, Action::Bid { card }) => {
                self.player(seat).draft = Some(card);
                return Applied::Drafting;
            }
            (Stage::Bids, Action::Raise { coins }) => {
                let player = self.player(seat);
                if let Some(card) = player.draft.take() {
                    discard_one(&mut player.hand, card);
                    player.bid = Some(Bid { card, coins });
                }
                player.decisions += 1;
                if self.players.iter().any(|player| player.bid.is_none()) {
                    return Applied::Waiting;
                }
                self.reveal_bids(sink);
                return Applied::Advanced;
            }
            (Stage::Take { draft, limit, loser, .. }, action) => {
                let (limit, loser) = (*limit, *loser);
                if let Action::Take { place } = action {
                    draft.push(place);
                    let draft = draft.clone();
                    let (rule, items) = self.take_rule(limit);
                    let mut more = Vec::new();
                    rule.next(&items, &draft, &mut more);
                    if !more.is_empty() {
                        return Applied::Drafting;
                    }
                }
                let Stage::Take { draft, .. } = std::mem::replace(&mut self.stage, Stage::Over) else { unreachable!() };
                self.player(seat).decisions += 1;
                self.take(seat, loser, &draft, sink);
            }
            (Stage::Order { draft, .. }, action) => {
                if let Action::Next { place } = action {
                    draft.push(place);
                    if draft.len() < last_order {
                        return Applied::Drafting;
                    }
                }
                let draft = std::mem::take(draft);
                self.player(seat).decisions += 1;
                self.order(&draft, sink);
            }
            (Stage::Bids | Stage::Over, _) => unreachable!("only listed actions come here"),
        }
        Applied::Advanced
    }
}

/// Removes one copy.
fn discard_one(hand: &mut Vec<Card>, card: Card) {
    if let Some(at) = hand.iter().position(|other| *other == card) {
        hand.remove(at);
    }
}
