//! Harvest behind the contract: what is asked, what may be picked, what a viewer sees, what is dealt anew.

use serde_json::Value;

use super::{
    Action, COINS, COPIES, Card, Edit, Event, HAND, MOST_COINS, MOST_TAKEN, Player, ROW, Rules, SeatView, Setup, Stage, Toy, View,
};
use crate::{
    Applied, Chance, Choice, Game, Illegal, Outcome, Pick, Prompt, PromptKind, Seat, SeatSet, SetupError, Sink, StateHash, Viewer,
};

impl Game for Toy {
    const KIND: &'static str = "toy";
    type Rules = Rules;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn rules_id(rules: &Rules) -> String {
        format!("toy 1, cards to {}", rules.highest)
    }

    fn new<S: Sink<Event>>(rules: &Rules, setup: &Setup, chance: Chance, sink: &mut S) -> Result<Toy, SetupError> {
        if !(2..=4).contains(&setup.seats) || setup.rounds == 0 {
            return Err(SetupError(format!("the toy needs 2 to 4 seats and a round, not {} and {}", setup.seats, setup.rounds)));
        }
        let player = Player { coins: COINS, ..Player::default() };
        let mut game = Toy {
            chance,
            rounds: setup.rounds,
            round: 0,
            deck: (1..=rules.highest).flat_map(|card| [card; COPIES as usize]).collect(),
            discard: Vec::new(),
            row: Vec::new(),
            players: vec![player; usize::from(setup.seats)],
            leader: Seat(0),
            stage: Stage::Over,
        };
        if game.deck.len() < ROW + HAND * game.players.len() {
            return Err(SetupError("there are too few cards to deal".to_owned()));
        }
        game.chance.shuffle(&mut game.deck);
        game.fill_hands(sink);
        game.fill_row(sink);
        game.begin_round(sink);
        Ok(game)
    }

    fn seats(&self) -> usize {
        self.players.len()
    }

    fn acting(&self) -> SeatSet {
        match self.stage {
            Stage::Bids => (0..).map(Seat).zip(&self.players).filter(|(_, player)| player.bid.is_none()).map(|(seat, _)| seat).collect(),
            Stage::Take { seat, .. } | Stage::Order { seat, .. } => SeatSet::one(seat),
            Stage::Over => SeatSet::EMPTY,
        }
    }

    fn decision(&self, seat: Seat) -> Option<u32> {
        self.acting().contains(seat).then(|| self.players[seat.index()].decisions)
    }

    fn prompt(&self, rules: &Rules, seat: Seat) -> Option<Prompt> {
        let decision = self.decision(seat)?;
        let (kind, topic, text, max, drafted) = match &self.stage {
            Stage::Bids => {
                let drafted = self.players[seat.index()].draft.map(|card| Action::Bid { card });
                (PromptKind::Compound, "bid", "Bid a card and up to three coins.".to_owned(), 0, drafted.into_iter().collect())
            }
            Stage::Take { limit, draft, .. } => {
                let drafted: Vec<Action> = draft.iter().map(|place| Action::Take { place: *place }).collect();
                (PromptKind::Select, "take", format!("Take up to three cards, together at most {limit}."), MOST_TAKEN, drafted)
            }
            Stage::Order { draft, .. } => {
                let drafted = draft.iter().map(|place| Action::Next { place: *place }).collect();
                (PromptKind::Order, "order", "Put the row in order.".to_owned(), ROW as u16, drafted)
            }
            Stage::Over => return None,
        };
        let choice = |(index, action): (Pick, &Action)| Choice {
            index,
            action: serde_json::to_value(action).expect("an action is plain data"),
            label: self.label(rules, seat, action),
        };
        Some(Prompt {
            seat,
            decision,
            kind,
            topic: topic.to_owned(),
            text,
            source: (topic != "bid").then(|| "row".to_owned()),
            rule: Some(format!("TOY.{topic}")),
            min: 0,
            max: u32::from(max),
            drafted: (0..).zip(&drafted).map(choice).collect(),
            simultaneous: topic == "bid",
        })
    }

    fn legal(&self, _: &Rules, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if !self.acting().contains(seat) {
            return;
        }
        match &self.stage {
            Stage::Bids => {
                let player = &self.players[seat.index()];
                if player.draft.is_some() {
                    out.extend((0..=player.coins.min(MOST_COINS)).map(|coins| Action::Raise { coins }));
                } else {
                    out.extend(player.hand.chunk_by(|a, b| a == b).map(|same| Action::Bid { card: same[0] }));
                }
            }
            Stage::Take { limit, draft, .. } => {
                let (rule, items) = self.take_rule(*limit);
                let mut places = Vec::new();
                let done = rule.next(&items, draft, &mut places);
                out.extend(places.into_iter().map(|place| Action::Take { place }));
                out.extend(done.then_some(Action::Done));
            }
            Stage::Order { draft, .. } => {
                let places = (0..self.row.len() as u16).filter(|place| !draft.contains(place));
                out.extend(places.map(|place| Action::Next { place }));
                out.push(Action::Rest);
            }
            Stage::Over => {}
        }
    }

    fn apply<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, pick: Pick, sink: &mut S) -> Result<Applied, Illegal> {
        let mut list = Vec::new();
        self.legal(rules, seat, &mut list);
        match list.get(pick as usize) {
            Some(action) => Ok(self.act(seat, *action, sink)),
            None if self.stage == Stage::Over => Err(Illegal::new("over", "the game is over")),
            None if list.is_empty() => Err(Illegal::new("not_asked", format!("{seat} owes no decision now"))),
            None => Err(Illegal::new("not_listed", format!("pick {pick} is not one of the {} that are legal", list.len()))),
        }
    }

    fn withdraw(&mut self, _: &Rules, seat: Seat) -> Result<(), Illegal> {
        let nothing = || Illegal::new("not_asked", format!("{seat} has nothing to take back"));
        let Some(player) = self.players.get_mut(seat.index()) else { return Err(nothing()) };
        match &mut self.stage {
            Stage::Bids if player.bid.is_some() || player.draft.is_some() => {
                player.draft = None;
                if let Some(bid) = player.bid.take() {
                    player.hand.push(bid.card);
                    player.hand.sort_unstable();
                }
                Ok(())
            }
            Stage::Take { seat: asked, draft, .. } | Stage::Order { seat: asked, draft } if *asked == seat => match draft.is_empty() {
                true => Err(nothing()),
                false => {
                    draft.clear();
                    Ok(())
                }
            },
            Stage::Bids => Err(nothing()),
            _ => Err(Illegal::new("withdrawn_too_late", "all bids are in and have been revealed").rule("TOY.bid")),
        }
    }

    fn label(&self, _: &Rules, _: Seat, action: &Action) -> String {
        let card = |place: u16| self.row.get(usize::from(place)).map_or("?".to_owned(), Card::to_string);
        match *action {
            Action::Bid { card } => format!("Bid the {card}"),
            Action::Raise { coins } => format!("Add {coins} coins"),
            Action::Take { place } => format!("Take the {}", card(place)),
            Action::Done => "Take no more".to_owned(),
            Action::Next { place } => format!("Next the {}", card(place)),
            Action::Rest => "The rest as it lies".to_owned(),
        }
    }

    /// Things are places of the row: `row:0` to `row:4`.
    fn explain(&self, _: &Rules, seat: Seat, thing: &str) -> Vec<Illegal> {
        let Some(place) = thing.strip_prefix("row:").and_then(|place| place.parse::<u16>().ok()) else { return Vec::new() };
        match &self.stage {
            Stage::Take { seat: asked, limit, draft, .. } if *asked == seat => {
                let (rule, items) = self.take_rule(*limit);
                match rule.accepts(&items, &[draft.as_slice(), &[place]].concat()) {
                    true => Vec::new(),
                    false => {
                        vec![Illegal::new("not_listed", format!("the cards taken are at most three and at most {limit}")).rule("TOY.take")]
                    }
                }
            }
            _ => vec![Illegal::new("not_asked", "only the highest bidder takes cards").rule("TOY.take")],
        }
    }

    fn view(&self, _: &Rules, viewer: Viewer) -> View {
        let seat_view = |(seat, player): (Seat, &Player)| SeatView {
            cards: player.hand.len() as u8,
            coins: player.coins,
            points: player.points,
            taken: player.taken.clone(),
            has_bid: player.bid.is_some(),
            hand: viewer.sees(seat).then(|| player.hand.clone()),
            bid: player.bid.filter(|_| viewer.sees(seat)).map(|bid| (bid.card, bid.coins)),
        };
        View {
            round: self.round,
            rounds: self.rounds,
            deck: self.deck.len() as u8,
            discard: self.discard.clone(),
            row: self.row.clone(),
            seats: (0..).map(Seat).zip(&self.players).map(seat_view).collect(),
            leader: self.leader,
        }
    }

    fn tell(&self, _: &Rules, viewer: Viewer, event: &Event) -> Option<Event> {
        Some(match event {
            Event::Drew { seat, count, .. } if !viewer.sees(*seat) => Event::Drew { seat: *seat, count: *count, cards: Vec::new() },
            open => open.clone(),
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stage == Stage::Over).then(|| Outcome::Won { seats: self.winners(), reason: "the most points".to_owned() })
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn chance(&self) -> Option<&Chance> {
        Some(&self.chance)
    }

    fn chance_mut(&mut self) -> Option<&mut Chance> {
        Some(&mut self.chance)
    }

    fn rekey(&mut self, _: &Rules, seed: u64) -> Result<(), Illegal> {
        self.chance.rekey(seed);
        self.deck.sort_unstable();
        self.chance.shuffle(&mut self.deck);
        Ok(())
    }

    fn unseen(&self) -> StateHash {
        StateHash::of(&(&self.chance, &self.deck))
    }

    fn edit<S: Sink<Event>>(&mut self, _: &Rules, _: Seat, edits: &[Value], sink: &mut S) -> Result<(), Illegal> {
        let mut trial = self.clone();
        let mut told = Vec::new();
        for (number, edit) in (1..).zip(edits) {
            let wrong = |why: String| Illegal::new("bad_position", format!("edit {number}: {why}"));
            let Edit::Coins { seat, n } = serde_json::from_value(edit.clone()).map_err(|why| wrong(why.to_string()))?;
            let player = trial.players.get_mut(seat.index()).ok_or_else(|| wrong(format!("there is no seat {seat}")))?;
            player.coins = n;
            told.push(Event::Edited { seat, coins: n });
        }
        *self = trial;
        told.into_iter().for_each(|event| sink.event(event));
        Ok(())
    }

    /// Unknown are the deck and of other seats the hands, the bids that lie face down and the drafts. All their cards are mixed and
    /// dealt again to the same places.
    fn redeal(&mut self, _: &Rules, viewer: Viewer, seed: u64) {
        self.chance.rekey(seed);
        if viewer == Viewer::All {
            return;
        }
        let mut dealer = Chance::seeded(seed ^ 1);
        let hidden = |(seat, _): &(Seat, &mut Player)| !viewer.sees(*seat);
        let mut pool = std::mem::take(&mut self.deck);
        for (_, player) in (0..).map(Seat).zip(&mut self.players).filter(hidden) {
            pool.append(&mut player.hand.clone());
            pool.extend(player.bid.map(|bid| bid.card));
        }
        pool.sort_unstable();
        dealer.shuffle(&mut pool);
        for (_, player) in (0..).map(Seat).zip(&mut self.players).filter(hidden) {
            let keep = pool.len() - player.hand.len();
            player.hand = pool.split_off(keep);
            player.hand.sort_unstable();
            if let Some(bid) = &mut player.bid {
                bid.card = pool.pop().expect("the card of the bid is in the pool");
                bid.coins = dealer.below(u32::from(player.coins.min(MOST_COINS)) + 1) as u8;
            }
            if player.draft.is_some() {
                player.draft = player.hand.first().copied();
            }
        }
        self.deck = pool;
    }

    fn check(&self, rules: &Rules) -> Result<(), String> {
        let mut cards = [&self.deck[..], &self.discard, &self.row].concat();
        for player in &self.players {
            cards.extend(player.hand.iter().chain(&player.taken).copied().chain(player.bid.map(|bid| bid.card)));
            if !player.hand.is_sorted() {
                return Err("a hand is not sorted".to_owned());
            }
        }
        cards.sort_unstable();
        let all: Vec<Card> = (1..=rules.highest).flat_map(|card| [card; COPIES as usize]).collect();
        match cards == all {
            true => Ok(()),
            false => Err(format!("the cards are not those of the deck: {cards:?}")),
        }
    }
}
