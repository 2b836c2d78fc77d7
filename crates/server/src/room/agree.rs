//! What the players of a room agree on: the open proposal, who agreed, what came of it. The log alone tells; no I/O here.
//!
//! A proposal is settled when every seat that it concerns has agreed; bots always do. Who plays on declines: an open undo, repair or
//! draw lapses when a person answers in the game. What is agreed stands in the log as done, so that no node has to weigh it again.

use table::hosted::Hosted;
use table::replay::{DRAWN, Mark, Step};
use table::{Seat, SeatSet};

use super::Refusal;
use super::live::Live;
use crate::agree::{self, Agreements, Ended, Proposal, Talk, Topic, Wish};
use crate::games::Games;
use crate::log::{By, Chair, Created, Entry};

/// The most proposals of a room, and the most undos and repairs.
const MOST: u32 = 2000;
/// So many decisions lie between the numbers of a seat before and after an undo: what was meant for the one never fits the other.
const SPAN: u32 = 1_000_000;
/// How many steps back the last moment is looked for at which nothing was half resolved.
const BACK: usize = 60;

/// All that a room's players agreed on.
#[derive(Clone, Debug, Default)]
pub struct Agree {
    /// Proposals so far.
    number: u32,
    open: Option<Open>,
    last: Option<Ended>,
    /// The players paused the game.
    pub paused: bool,
    /// They agreed on a draw.
    pub drawn: bool,
    /// Undos: what was told before one is told anew.
    pub undone: u32,
    /// Undos and repairs: each begins new numbers of decisions.
    turns: u32,
    /// Seats that pressed "leave".
    left: SeatSet,
    /// What the replay says of it.
    pub marks: Vec<Mark>,
    /// By step: whose it is, and whether it is an answer that a person gave.
    done: Vec<(Option<Seat>, bool)>,
    /// Before this step nothing is undone: a seat conceded there.
    floor: u32,
}

#[derive(Clone, Debug)]
struct Open {
    number: u32,
    seat: Seat,
    what: Topic,
    agreed: SeatSet,
}

impl Open {
    fn ended(&self, how: &str, by: Option<Seat>) -> Ended {
        let (topic, by) = (self.what.word().to_owned(), by.map(|seat| seat.0));
        Ended { number: self.number, seat: self.seat.0, topic, how: how.to_owned(), by }
    }
}

impl Agree {
    /// An entry of the log. Gives the number of steps that are kept, where an undo is done here.
    pub fn hear(&mut self, talk: &Talk) -> Option<u32> {
        let open = |number: &u32| self.open.clone().filter(|open| open.number == *number);
        match talk {
            Talk::Proposed { seat, number, what } => {
                self.number = *number;
                self.open = Some(Open { number: *number, seat: *seat, what: what.clone(), agreed: SeatSet::one(*seat) });
            }
            Talk::Agreed { seat, number } => {
                if let Some(open) = self.open.as_mut().filter(|open| open.number == *number) {
                    open.agreed.insert(*seat);
                }
            }
            Talk::Declined { seat, number } => {
                if let Some(open) = open(number) {
                    let how = if open.seat == *seat { "withdrawn" } else { "declined" };
                    self.close(&open, how, Some(*seat));
                }
            }
            Talk::Lapsed { number } => {
                if let Some(open) = open(number) {
                    self.close(&open, "lapsed", None);
                }
            }
            Talk::Done { number, seed } => {
                let open = open(number)?;
                self.close(&open, "done", None);
                match open.what {
                    Topic::Undo { keep } | Topic::Cancel { keep } => {
                        self.rewind(keep, &open);
                        // Another seed is a step of the game.
                        self.done.extend(seed.as_ref().map(|_| (None, false)));
                        return Some(keep);
                    }
                    Topic::Draw => self.drawn = true,
                    Topic::Pause => self.paused = true,
                    Topic::Resume => self.paused = false,
                    Topic::Repair { .. } => {}
                    Topic::Replace { seat, .. } => self.left.remove(seat),
                }
            }
            Talk::Left { seat } => self.left.insert(*seat),
            Talk::Returned { seat } => {
                self.left.remove(*seat);
                if let Some(open) = self.open.clone().filter(|open| open.what.concerns() == Some(*seat)) {
                    self.close(&open, "lapsed", None);
                }
            }
        }
        None
    }

    fn close(&mut self, open: &Open, how: &str, by: Option<Seat>) {
        self.last = Some(open.ended(how, by));
        self.open = None;
    }

    fn rewind(&mut self, keep: u32, open: &Open) {
        let steps = self.done.len() as u32 - keep.min(self.done.len() as u32);
        self.undone += 1;
        self.turns += 1;
        self.done.truncate(keep as usize);
        self.marks.retain(|mark| mark.kind == "undo" || mark.after <= keep);
        self.marks.iter_mut().for_each(|mark| mark.after = mark.after.min(keep));
        let undone = format!("{} {} undone", counted(steps), if steps == 1 { "was" } else { "were" });
        let note = match open.what {
            Topic::Cancel { .. } => format!("by agreement what was half resolved was dropped: {undone}"),
            _ => format!("by agreement {{{}}} took answers back: {undone}", open.seat),
        };
        self.marks.push(Mark { after: keep, kind: "undo".to_owned(), note, seat: Some(open.seat) });
    }

    /// A step of the game. `held`: it was given before, and not shown until now.
    pub fn stepped(&mut self, step: &Step, by: By, held: bool) {
        let own = by == By::Player && matches!(step, Step::Answer { .. });
        self.done.push((step.seat(), own));
        let after = self.done.len() as u32;
        match step {
            Step::Concede { .. } => self.floor = after,
            Step::Edit { seat, edits } => {
                self.turns += 1;
                let edits: Vec<String> = edits.iter().map(ToString::to_string).collect();
                let note = format!("the table was changed by agreement: {}", edits.join(" "));
                self.marks.push(Mark { after, kind: "edited".to_owned(), note, seat: Some(*seat) });
            }
            _ => {}
        }
        let plays_on = by == By::Player && !held && matches!(step, Step::Answer { .. } | Step::Withdraw { .. } | Step::Concede { .. });
        let Some(open) = self.open.clone().filter(|_| plays_on) else { return };
        let lapses = match open.what {
            Topic::Undo { .. } | Topic::Cancel { .. } | Topic::Repair { .. } => true,
            Topic::Draw => step.seat() != Some(open.seat),
            Topic::Pause | Topic::Resume | Topic::Replace { .. } => false,
        };
        if lapses {
            self.close(&open, "lapsed", step.seat());
        }
    }

    /// What the numbers of decisions are counted from.
    fn shift(&self) -> u32 {
        self.turns.saturating_mul(SPAN)
    }

    /// A decision as clients know it, by its number in the game.
    pub fn outer(&self, decision: u32) -> u32 {
        decision.saturating_add(self.shift())
    }

    /// The number in the game of a decision that a client names.
    pub fn inner(&self, decision: u32) -> Result<u32, Refusal> {
        let inner = decision.checked_sub(self.shift()).filter(|inner| *inner < SPAN);
        inner.ok_or_else(|| Refusal::new("stale", "an undo or a repair came between: this answer is to a question from before it"))
    }

    /// Another program goes on: what came before is no part of this game's replay.
    pub fn anew(&mut self, mark: Mark, steps: usize) {
        self.undone += 1;
        self.turns += 1;
        self.open = None;
        self.floor = 0;
        self.marks = vec![mark];
        self.done = vec![(None, false); steps];
    }

    /// The number of the last proposal.
    pub fn number(&self) -> u32 {
        self.number
    }

    pub fn turns(&self) -> u32 {
        self.turns
    }

    pub fn left(&self, seat: Seat) -> bool {
        self.left.contains(seat)
    }

    /// Whether the return of this seat ends something.
    pub fn misses(&self, seat: Seat) -> bool {
        self.left(seat) || self.open.as_ref().is_some_and(|open| open.what.concerns() == Some(seat))
    }

    /// The remarks of the replay of a game that is over.
    pub fn remarks(&self, steps: u32) -> Vec<Mark> {
        let drawn = Mark { after: steps, kind: DRAWN.to_owned(), note: "the players agreed on a draw".to_owned(), seat: None };
        self.marks.iter().cloned().chain(self.drawn.then_some(drawn)).collect()
    }
}

impl Topic {
    /// The seat that is away, where that is what it is about.
    fn concerns(&self) -> Option<Seat> {
        match self {
            Topic::Replace { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}

impl Created {
    /// The seed of chance after undo number `turn`: it follows from what the room's commitment is made of.
    pub fn seed_after(&self, turn: u32) -> u64 {
        let hash = blake3::hash(format!("{}:{}:{turn}", self.seed, self.salt).as_bytes());
        let mut first = [0; 8];
        first.copy_from_slice(&hash.as_bytes()[..8]);
        u64::from_le_bytes(first)
    }
}

impl Live {
    /// The seats that are out of the game: they conceded, or its rules eliminated them.
    pub fn out(&self) -> SeatSet {
        self.host.as_deref().map_or(SeatSet::EMPTY, Hosted::out)
    }

    /// The seats whose word counts: people who still play and have not left.
    fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        let person = |chair: &Chair| chair.bot.is_none() && chair.owner.is_some();
        let silent = SeatSet(self.out().0 | self.agree.left.0);
        (0..).map(Seat).zip(&self.chairs).filter(move |(seat, chair)| person(chair) && !silent.contains(*seat)).map(|(seat, _)| seat)
    }

    fn same_person(&self, a: Seat, b: Seat) -> bool {
        a == b || self.chairs[a.index()].owner.is_some() && self.chairs[a.index()].owner == self.chairs[b.index()].owner
    }

    /// The seats that still have to say something to the open proposal. `gone`: those that are away for too long.
    fn asked(&self, gone: SeatSet) -> Vec<Seat> {
        let Some(open) = &self.agree.open else { return Vec::new() };
        let excused = |seat: Seat| match open.what {
            Topic::Replace { seat: of, .. } => seat == of || gone.contains(seat),
            Topic::Resume => gone.contains(seat),
            _ => false,
        };
        let said = |seat: Seat| open.agreed.iter().any(|other| self.same_person(seat, other));
        self.people().filter(|seat| !excused(*seat) && !said(*seat)).collect()
    }

    /// What is agreed, as a viewer sees it.
    pub fn agreements(&self, me: Option<Seat>, gone: SeatSet) -> Option<Agreements> {
        self.host.as_ref()?;
        let numbers = |seats: &mut dyn Iterator<Item = Seat>| seats.map(|seat| seat.0).collect::<Vec<u8>>();
        let open = self.agree.open.as_ref().map(|open| Proposal {
            number: open.number,
            seat: open.seat.0,
            topic: open.what.word().to_owned(),
            told: self.told(open),
            agreed: numbers(&mut open.agreed.iter()),
            asked: numbers(&mut self.asked(gone).into_iter()),
        });
        let running = self.outcome().is_none() && self.paused.is_none();
        let mine = me.filter(|_| running);
        let all = Agreements {
            open: open.filter(|_| running),
            last: self.agree.last.clone(),
            paused: self.agree.paused && running,
            undo: mine.map_or(0, |seat| self.own_answers(seat).count() as u32),
            alone: mine.is_some_and(|seat| self.people().all(|other| self.same_person(seat, other))),
            opened: numbers(&mut self.rest.opened.iter().copied()),
            gone: if running { numbers(&mut gone.iter()) } else { Vec::new() },
        };
        (all != Agreements::default()).then_some(all)
    }

    /// A proposal in sentences.
    fn told(&self, open: &Open) -> Vec<String> {
        let who = format!("{{{}}}", open.seat);
        let back = |keep: u32| counted(self.agree.done.len() as u32 - keep.min(self.agree.done.len() as u32));
        match &open.what {
            Topic::Undo { keep } => vec![format!("{who} would take back an answer: the game goes back {}.", back(*keep))],
            Topic::Cancel { keep } => vec![format!(
                "{who} would drop what is half resolved: the game goes back {}, to the last moment at which nothing was.",
                back(*keep)
            )],
            Topic::Draw => vec![format!("{who} offers a draw.")],
            Topic::Pause => vec![format!("{who} would pause the game.")],
            Topic::Resume => vec![format!("{who} would go on with the game.")],
            Topic::Repair { told, .. } => std::iter::once(format!("{who} would change the table.")).chain(told.iter().cloned()).collect(),
            Topic::Replace { seat, by, bot } => {
                let then = match by {
                    agree::By::Bot => format!("a bot ({}) plays on for {{{seat}}}", bot.as_deref().unwrap_or("random")),
                    agree::By::Newcomer => format!("the seat of {{{seat}}} is open for a newcomer"),
                    agree::By::Nobody => format!("{{{seat}}} concedes"),
                };
                vec![format!("{{{seat}}} left. {who} proposes: {then}.")]
            }
        }
    }

    /// The steps with which a person's own answers were given, the last first; those that can be undone.
    fn own_answers(&self, seat: Seat) -> impl Iterator<Item = u32> + '_ {
        let mine = move |other: &Option<Seat>| other.is_some_and(|other| self.same_person(seat, other));
        let held = self.holds_a_pass(seat).then_some(self.agree.done.len() as u32);
        let given = (0..).zip(&self.agree.done).skip(self.agree.floor as usize).filter(move |(_, (whose, own))| *own && mine(whose));
        let given: Vec<u32> = given.map(|(index, _)| index).collect();
        held.into_iter().chain(given.into_iter().rev())
    }

    /// What a seat wishes, checked: whether it could be done now.
    pub fn topic(&self, games: &Games, seat: Seat, wish: &Wish, gone: SeatSet) -> Result<Topic, Refusal> {
        let host = super::running(self)?;
        if self.agree.open.is_some() {
            return Err(Refusal::new("open", "another proposal is open: it is agreed to, declined or withdrawn first"));
        }
        if self.agree.number >= MOST || self.agree.turns >= MOST {
            return Err(Refusal::new("full", format!("at this table {MOST} things were proposed: that is all it takes")));
        }
        if self.out().contains(seat) {
            return Err(Refusal::new("not_yours", "you are out of the game: the others play on without you"));
        }
        let paused = self.agree.paused;
        if paused && !matches!(wish, Wish::Resume {} | Wish::Replace { .. } | Wish::Draw {}) {
            return Err(paused_now());
        }
        Ok(match wish {
            Wish::Undo { answers } => {
                let answers = answers.unwrap_or(1);
                let back = (answers as usize).checked_sub(1).and_then(|back| self.own_answers(seat).nth(back));
                let keep = back.ok_or_else(|| {
                    let given = self.own_answers(seat).count();
                    Refusal::new("nothing_to_undo", format!("you can take back 1 to {given} answers, not {answers}"))
                })?;
                Topic::Undo { keep }
            }
            Wish::Cancel {} => Topic::Cancel { keep: self.settled(games, host)? },
            Wish::Draw {} => Topic::Draw,
            Wish::Pause {} => Topic::Pause,
            Wish::Resume {} if paused => Topic::Resume,
            Wish::Resume {} => return Err(Refusal::new("not_paused", "the game is not paused")),
            Wish::Repair { edits } => {
                let mut trial = host.fork();
                let from = trial.told(table::Viewer::Spectator);
                trial.edit(seat, edits)?;
                let told = trial.events_for(table::Viewer::Spectator, from).into_iter().map(|told| match told.event.get("text") {
                    Some(text) => text.as_str().unwrap_or_default().to_owned(),
                    None => told.event.to_string(),
                });
                Topic::Repair { edits: edits.clone(), told: told.collect() }
            }
            Wish::Replace { seat: of, by, bot } => {
                let of = Seat(*of);
                let chair = self.chairs.get(of.index()).filter(|chair| chair.owner.is_some() && chair.bot.is_none());
                if chair.is_none() || self.same_person(seat, of) || self.out().contains(of) {
                    return Err(Refusal::new("no_such_seat", format!("no other person plays in seat {}", of.0)));
                }
                if !gone.contains(of) {
                    let message = format!("this seat is not away for long enough: the table waits {} seconds", self.created.grace);
                    return Err(Refusal::new("not_gone", message));
                }
                let kind = games.kind(&self.created.kind)?;
                let bot = match by {
                    agree::By::Bot => Some(bot.clone().unwrap_or_else(|| kind.usual_bot().to_owned())),
                    _ => None,
                };
                if let Some(bot) = bot.as_ref().filter(|bot| kind.bot(bot, self.rulings(kind).as_deref(), 0).is_none()) {
                    return Err(Refusal::new("no_such_bot", format!("there is no bot {bot:?} for this game")));
                }
                Topic::Replace { seat: of, by: *by, bot }
            }
        })
    }

    /// After how many steps nothing was half resolved the last time: the game has a text there.
    pub(super) fn settled(&self, games: &Games, host: &dyn Hosted) -> Result<u32, Refusal> {
        let kind = games.kind(&self.created.kind)?;
        let rulings = self.rulings(kind);
        let replay = host.replay();
        let steps = replay.steps.len();
        let from = steps.saturating_sub(BACK).max(self.agree.floor as usize);
        let mut game = self.open(games, replay.setup.clone(), replay.steps[..from].to_vec())?;
        let mut found = None;
        for at in from..steps {
            if kind.lines(rulings.as_deref(), &*game).is_ok() {
                found = Some(at as u32);
            }
            super::laid::redo(&mut *game, &replay.steps[at])?;
        }
        if kind.lines(rulings.as_deref(), &*game).is_ok() {
            return Err(Refusal::new("nothing_to_undo", "nothing is half resolved now"));
        }
        found.ok_or_else(|| {
            Refusal::new("nothing_to_undo", "no moment is near at which nothing was half resolved; take answers back instead")
        })
    }

    /// The next proposal, of this seat.
    pub fn proposed(&mut self, seat: Seat, what: Topic) -> Entry {
        let entry = Entry::Agree(Talk::Proposed { seat, number: self.agree.number + 1, what });
        self.enter(&entry);
        entry
    }

    /// A seat's word to the open proposal; an error if there is no such proposal, or the seat has no word in it.
    pub fn said_to(&mut self, seat: Seat, number: u32, agrees: bool, gone: SeatSet) -> Result<Entry, Refusal> {
        super::running(self)?;
        let Some(open) = self.agree.open.as_ref().filter(|open| open.number == number) else {
            return Err(Refusal::new("stale", format!("proposal {number} is not open now")));
        };
        let mine = self.same_person(open.seat, seat);
        let seat = if mine { open.seat } else { seat };
        let asked = self.asked(gone).contains(&seat);
        let concerned = open.what.concerns() == Some(seat);
        if !(asked || !agrees && (mine || open.agreed.contains(seat) || concerned)) {
            let message = if open.agreed.contains(seat) { "you have agreed already" } else { "your seat has no word in this" };
            return Err(Refusal::new("not_asked", message));
        }
        let talk = if agrees { Talk::Agreed { seat, number } } else { Talk::Declined { seat, number } };
        let entry = Entry::Agree(talk);
        self.enter(&entry);
        Ok(entry)
    }

    /// Does what is proposed, if nobody is left who has to agree. Gives the entries to write; after an error the room is to be read anew.
    pub fn settle(&mut self, games: &Games, gone: SeatSet) -> Result<Vec<Entry>, Refusal> {
        let Some(open) = self.agree.open.clone().filter(|_| self.asked(gone).is_empty()) else { return Ok(Vec::new()) };
        let number = open.number;
        let mut entries = Vec::new();
        match open.what {
            Topic::Undo { keep } | Topic::Cancel { keep } => {
                let seed = self.rewound(games, keep)?;
                let seed = seed.map(|seed| seed.to_string());
                entries.push(self.heard(Talk::Done { number, seed }));
                entries.extend(self.auto());
            }
            Topic::Draw | Topic::Pause => entries.push(self.heard(Talk::Done { number, seed: None })),
            Topic::Resume => {
                entries.push(self.heard(Talk::Done { number, seed: None }));
                entries.extend(self.auto());
            }
            Topic::Repair { edits, .. } => {
                let step = Step::Edit { seat: open.seat, edits };
                let possible = self.host.as_ref().map(|host| super::laid::redo(&mut *host.fork(), &step));
                if !matches!(possible, Some(Ok(()))) {
                    entries.push(self.heard(Talk::Lapsed { number }));
                    return Ok(entries);
                }
                entries.push(self.heard(Talk::Done { number, seed: None }));
                self.take(&step, By::All)?;
                self.bots.iter_mut().for_each(|bot| *bot = None);
                entries.push(Entry::Step { step, by: By::All });
                entries.extend(self.auto());
            }
            Topic::Replace { seat, by, bot } => {
                entries.push(self.heard(Talk::Done { number, seed: None }));
                entries.extend(self.replaced(seat, by, bot)?);
            }
        }
        Ok(entries)
    }

    fn heard(&mut self, talk: Talk) -> Entry {
        let entry = Entry::Agree(talk);
        self.enter(&entry);
        entry
    }

    /// Goes back to the game after its first `keep` steps. Gives the seed from which chance is drawn from now on, if somebody may have
    /// learned what was to come.
    fn rewound(&mut self, games: &Games, keep: u32) -> Result<Option<u64>, Refusal> {
        let host = self.host.as_deref().ok_or_else(|| Refusal::new("not_started", "the game has not begun"))?;
        let replay = host.replay();
        let kept = replay.steps.get(..keep as usize).ok_or_else(|| Refusal::new("nothing_to_undo", "the game has fewer steps"))?;
        let before = host.unseen();
        let mut again = self.open(games, replay.setup.clone(), kept.to_vec())?;
        let seed = (again.unseen() != before).then(|| self.created.seed_after(self.agree.turns + 1));
        if let Some(seed) = seed {
            again.rekey(seed)?;
        }
        self.host = Some(again);
        self.bluff = super::bluff::Bluff::new(self.chairs.len());
        self.bots.iter_mut().for_each(|bot| *bot = None);
        Ok(seed)
    }

    /// What becomes of a seat that left.
    fn replaced(&mut self, seat: Seat, by: agree::By, bot: Option<String>) -> Result<Vec<Entry>, Refusal> {
        let old = self.chairs[seat.index()].clone();
        let chair = match by {
            agree::By::Nobody => return self.gives_up(seat, By::All),
            agree::By::Newcomer => Chair { name: String::new(), owner: None, bot: None, ..old },
            agree::By::Bot => {
                let bot = bot.unwrap_or_else(|| "random".to_owned());
                let name = self.apart(seat.index(), super::house::capital(&bot));
                Chair { name, owner: None, bot: Some(bot), ..old }
            }
        };
        let entry = Entry::Joined { seat, chair };
        self.enter(&entry);
        Ok(vec![entry])
    }

    /// A seat gives up: the others play on where they can, else they have won.
    pub fn gives_up(&mut self, seat: Seat, by: By) -> Result<Vec<Entry>, Refusal> {
        super::running(self)?;
        match self.step(Step::Concede { seat }, by) {
            Err(why) if why.code() == "ends" => {
                let entry = Entry::Conceded { seat };
                self.enter(&entry);
                Ok(vec![entry])
            }
            done => done,
        }
    }
}

/// While the players pause.
pub fn paused_now() -> Refusal {
    Refusal::new("on_hold", "the players paused the game; it goes on when all agree to that")
}

/// So many steps.
fn counted(steps: u32) -> String {
    format!("{steps} {}", if steps == 1 { "step" } else { "steps" })
}
