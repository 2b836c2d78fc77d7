//! The lines of a text, and the table that they say.

use std::collections::HashMap;
use std::str::FromStr;

use table::{Chance, Game, Seat};

use super::point::{At, Point};
use super::{Error, HEAD, token};
use crate::game::{SeatSetup, Setup};
use crate::kernel::state::{Id, State};
use crate::rules::{Rules, Rulings};
use crate::words::{Faction, Phase};

/// Keys of the lines about the table, about one seat, and about what lasts.
const TABLE: [&str; 6] = ["rulings", "format", "round", "chance", "dominance", "titles"];
pub(super) const SEAT: [&str; 19] = [
    "faction",
    "eliminated",
    "gold",
    "power",
    "limited",
    "drew",
    "gave",
    "agenda",
    "plot",
    "play",
    "hand",
    "shadows",
    "dead",
    "discard",
    "plots",
    "used",
    "removed",
    "deck",
    "title",
];
const MORE: [&str; 9] = ["fought", "challenge", "ground", "lasting", "reducer", "limit", "spent", "redirected", "rivals"];

/// A line that says something.
struct Line<'a> {
    number: usize,
    key: &'a str,
    rest: &'a str,
    /// The block in which it stands.
    seat: Option<usize>,
}

/// What a text says so far.
pub(super) struct Reader<'a> {
    pub rules: &'a Rules,
    pub st: State,
    pub point: Point,
    /// Cards by the numbers that they carry.
    pub labels: HashMap<String, Id>,
    /// The line on which a card stands.
    pub lines: Vec<usize>,
    pub errors: Vec<Error>,
    /// The line of the round and the lines on which the seats begin, for errors.
    pub round_line: usize,
    pub seat_lines: Vec<usize>,
}

/// The rulings that a text asks for, so that a caller can make the rules to read it with.
pub fn rulings(text: &str) -> Option<Rulings> {
    let line = text.lines().map(token::bare).find_map(|line| line.strip_prefix("rulings"))?;
    let word = line.trim_start_matches(':').trim();
    [Rulings::Reference, Rulings::Faq41].into_iter().find(|r| r.word() == word)
}

/// The game of a position text; it goes on to the first choice. No deck has to be legal, of any size.
///
/// # Errors
/// Everything that is wrong, in the order of the lines.
pub fn read(rules: &Rules, text: &str) -> Result<State, Vec<Error>> {
    let (lines, seat_lines) = split(text).map_err(|e| vec![e])?;
    let mut errors = Vec::new();
    let mut note = |done: Result<(), Error>| done.unwrap_or_else(|e| errors.push(e));
    let n = seat_lines.len();
    if !(2..=8).contains(&n) {
        let last = lines.last().map_or(1, |l| l.number);
        let seats = if n == 1 { "one seat".to_owned() } else { format!("{n} seats") };
        return Err(vec![Error::new(last, seats).right("a table has two to eight: `seat P1`, `seat P2`")]);
    }
    let mut factions: Vec<Option<Faction>> = vec![None; n];
    let mut head = Head::default();
    let mut melee = false;
    let mut chance = Chance::seeded(0);
    let mut dominance = None;
    for line in &lines {
        let w = &mut Words::of(line.number, line.rest);
        note(match (line.key, line.seat) {
            ("faction", Some(seat)) => faction(line, &mut factions[seat]),
            ("round", _) if head.line == 0 => head.read(w, line.number, n),
            ("round", _) => Err(w.error("the round stands twice")),
            ("rulings", _) if line.rest == rules.rulings.word() => Ok(()),
            ("rulings", _) => Err(match rulings(&format!("rulings {}", line.rest)) {
                Some(_) => w.error(format!("this table plays by {}", rules.rulings.word())),
                None => w.error(format!("there are no rulings {:?}", line.rest)).right("write reference or faq-4.1"),
            }),
            ("format", _) => match line.rest {
                "melee" if n < 3 => {
                    Err(w.error(format!("{n} seats")).right("a melee is for three to eight; write seat P3, or format: joust"))
                }
                "joust" | "melee" => {
                    melee = line.rest == "melee";
                    Ok(())
                }
                other => Err(w.unknown(other, &["joust", "melee"])),
            },
            ("chance", _) => Chance::from_str(line.rest).map(|c| chance = c).map_err(|what| w.error(what)),
            ("dominance", _) => seat_word(w, n).map(|s| dominance = Some(s)),
            _ => Ok(()),
        });
    }
    if head.line == 0 {
        errors.push(Error::new(1, "no line says the round").right("write e.g. `round 1 phase challenges at start first P1`"));
    }
    for (seat, line) in factions.iter().zip(&seat_lines) {
        if seat.is_none() {
            errors.push(Error::new(*line, "the seat has no faction").right("write e.g. `faction: stark`"));
        }
    }
    if !errors.is_empty() {
        return Err(one_a_line(errors));
    }
    let seat =
        |f: Option<Faction>| SeatSetup { faction: f.unwrap_or(Faction::Neutral), agendas: Vec::new(), plots: Vec::new(), draw: Vec::new() };
    let setup = Setup { seats: factions.into_iter().map(seat).collect(), titles: false };
    let mut st = State::bare(rules, &setup, chance).map_err(|e| vec![Error::new(1, e.to_string())])?;
    st.titles = melee.then(Box::default);
    for line in lines.iter().filter(|l| l.key == "eliminated") {
        st.players[line.seat.unwrap_or(0)].eliminated = true;
    }
    st.first_player = head.first.unwrap_or(Seat(0));
    st.dominance_winner = dominance;
    let point = head.point(&mut st).map_err(|e| vec![e])?;
    point.set(&mut st, head.round);
    let lines_of = seat_lines.clone();
    let mut r =
        Reader { rules, st, point, labels: HashMap::new(), lines: seat_lines.clone(), errors, round_line: head.line, seat_lines: lines_of };
    for line in lines.iter().filter(|l| l.key == "titles") {
        r.seat_line(line.number, Seat(0), line.key, line.rest);
    }
    for line in &lines {
        if let Some(seat) = line.seat.filter(|_| SEAT.contains(&line.key)) {
            r.seat_line(line.number, Seat(seat as u8), line.key, line.rest);
        }
    }
    r.settle_piles();
    r.st.recompute(rules);
    // A card that was refused carries no number: who speaks of it is not to blame.
    let refused: Vec<&str> = lines.iter().filter(|l| r.errors.iter().any(|e| e.line == l.number)).map(|l| l.rest).collect();
    let blameless =
        |line: &Line| line.rest.split_whitespace().any(|word| word.starts_with('@') && refused.iter().any(|l| carries(l, word)));
    for line in lines.iter().filter(|l| MORE.contains(&l.key) && !blameless(l)) {
        let done = r.more(line.key, &mut Words::of(line.number, line.rest));
        done.unwrap_or_else(|e| r.errors.push(e));
    }
    // What is checked below would only repeat what is wrong already.
    if r.errors.is_empty() {
        r.st.recompute(rules);
        r.check();
    }
    if !r.errors.is_empty() {
        return Err(one_a_line(r.errors));
    }
    let mut st = r.st;
    st.advance(rules);
    st.log.events.clear();
    if let Err(broken) = st.check(rules) {
        return Err(vec![Error::new(head.line, format!("the game cannot go on from here: {broken}"))]);
    }
    Ok(st)
}

/// The first problem of each line, in their order: what else is wrong there may come of it.
fn one_a_line(mut errors: Vec<Error>) -> Vec<Error> {
    errors.sort_by_key(|e| e.line);
    errors.dedup_by_key(|e| e.line);
    errors
}

/// Whether a card of this line carries the number.
fn carries(line: &str, number: &str) -> bool {
    line.split(|c: char| c.is_whitespace() || "(),[]".contains(c)).any(|word| word == number)
}

/// The lines that say something, with their blocks; and on which lines the seats begin.
fn split(text: &str) -> Result<(Vec<Line<'_>>, Vec<usize>), Error> {
    let mut rows = (1..).zip(text.lines()).map(|(number, line)| (number, token::bare(line))).filter(|(_, line)| !line.is_empty());
    match rows.next() {
        Some((_, HEAD)) => {}
        Some((number, other)) => {
            let what = match other.strip_prefix("maester position") {
                Some(version) => format!("this is version {} of the position text", version.trim()),
                None => "this is no position text".to_owned(),
            };
            return Err(Error::new(number, what).right(format!("the first line is `{HEAD}`")));
        }
        None => return Err(Error::new(1, "the text is empty").right(format!("the first line is `{HEAD}`"))),
    }
    let (mut lines, mut seats) = (Vec::new(), Vec::new());
    for (number, line) in rows {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        // `gold:3` is `gold: 3`.
        let (key, rest) = match first.split_once(':') {
            Some((key, "")) => (key, rest.trim()),
            Some((key, _)) => (key, line[key.len() + 1..].trim()),
            None => (first, rest.trim()),
        };
        if key == "seat" {
            let due = Seat(seats.len() as u8);
            let name = format!("P{}", seats.len() + 1);
            if rest != name && rest != &name[1..] {
                return Err(Error::new(number, format!("here begins seat {rest:?}")).right(format!("the next seat is {due}")));
            }
            seats.push(number);
            continue;
        }
        let known = || TABLE.iter().chain(&SEAT).chain(&MORE).copied().chain(["seat"]);
        if !known().any(|k| k == key) {
            return Err(Error::new(number, format!("no line begins with {key:?}")).instead(key, &known().collect::<Vec<_>>()));
        }
        if SEAT.contains(&key) && seats.is_empty() {
            return Err(Error::new(number, format!("{key} of which seat?")).right("write `seat P1` before"));
        }
        lines.push(Line { number, key, rest, seat: seats.len().checked_sub(1) });
    }
    Ok((lines, seats))
}

fn faction(line: &Line, place: &mut Option<Faction>) -> Result<(), Error> {
    let spec = token::cards(line.rest, line.number)?;
    let [spec] = &spec[..] else { return Err(Error::new(line.number, "one faction stands here")) };
    let found = Faction::ALL.iter().copied().find(|f| f.word() == spec.name);
    let words: Vec<&str> = Faction::ALL.iter().map(|f| f.word()).collect();
    let found = found.ok_or_else(|| Error::new(line.number, format!("there is no faction {:?}", spec.name)).instead(&spec.name, &words))?;
    match place.replace(found) {
        None => Ok(()),
        Some(_) => Err(Error::new(line.number, "the seat has two factions")),
    }
}

fn seat_word(w: &mut Words, seats: usize) -> Result<Seat, Error> {
    let word = w.word("a seat, as P1")?;
    let n: Option<usize> = word.strip_prefix('P').unwrap_or(word).parse().ok();
    match n {
        Some(n) if (1..=seats).contains(&n) => Ok(Seat(n as u8 - 1)),
        _ => Err(w.error(format!("{word:?} is no seat of this table")).right(format!("write P1 to P{seats}"))),
    }
}

pub(super) fn phase(w: &mut Words) -> Result<Phase, Error> {
    let word = w.word("a phase")?;
    let words: Vec<&str> = Phase::ALL.iter().map(|p| p.word()).collect();
    let found = Phase::ALL.iter().copied().find(|p| p.word() == word);
    found.ok_or_else(|| w.error(format!("there is no phase {word:?}")).instead(word, &words))
}

/// The line of the round.
#[derive(Default)]
struct Head {
    line: usize,
    round: u32,
    phase: Option<Phase>,
    at: Option<At>,
    turn: Option<Seat>,
    passed: u8,
    first: Option<Seat>,
    active: Option<Seat>,
    done: Vec<Seat>,
}

impl Head {
    fn read(&mut self, w: &mut Words, line: usize, seats: usize) -> Result<(), Error> {
        const KEYS: [&str; 7] = ["phase", "at", "turn", "passed", "first", "active", "done"];
        self.line = line;
        self.round = w.number("the number of the round")?;
        let mut seen: Vec<&str> = Vec::new();
        while let Some(key) = w.next() {
            if seen.contains(&key) {
                let one = if key == "first" { "there is one first player" } else { "once is enough" };
                return Err(w.error(format!("`{key}` stands twice")).right(one));
            }
            match key {
                "phase" => self.phase = Some(phase(w)?),
                "at" => self.at = Some(At::find(w.word("a point of the phase")?, line)?),
                "turn" => self.turn = Some(seat_word(w, seats)?),
                "passed" => self.passed = w.number("how many have passed")?,
                "first" => self.first = Some(seat_word(w, seats)?),
                "active" => self.active = Some(seat_word(w, seats)?),
                "done" => {
                    while w.peek().is_some_and(|word| !KEYS.contains(&word)) {
                        self.done.push(seat_word(w, seats)?);
                    }
                }
                other if seen.last() == Some(&"first") => {
                    return Err(w.error(format!("{other} behind the first player")).right("there is one first player"));
                }
                other => return Err(w.unknown(other, &KEYS)),
            }
            seen.push(key);
        }
        if self.first.is_none() {
            return Err(w.error("nobody is first player").right("write e.g. `first P1`"));
        }
        Ok(())
    }

    /// The point that it says, with what goes without saying; sets the active player.
    fn point(&self, st: &mut State) -> Result<Point, Error> {
        let error = |what: String| Error::new(self.line, what);
        let Some(phase) = self.phase else { return Err(error("no phase".to_owned()).right("write e.g. `phase challenges`")) };
        let at = self.at.unwrap_or(if phase == Phase::Setup { At::Mulligan } else { At::Start });
        if !at.of(phase) {
            let fits: Vec<&str> = At::ALL.into_iter().filter(|a| a.of(phase)).map(At::word).collect();
            return Err(
                error(format!("the {} phase has no point {}", phase.word(), at.word())).right(format!("write at {}", fits.join(" or ")))
            );
        }
        if (phase == Phase::Setup) != (self.round == 0) {
            return Err(error(format!("phase {} in round {}", phase.word(), self.round)).right("setup is round 0, the first round is 1"));
        }
        if self.round > 10_000 {
            return Err(error(format!("round {}", self.round)).right("write a round up to 10000"));
        }
        let out = |seat: &Seat| st.player(*seat).eliminated;
        if let Some(seat) = [self.turn, self.first, self.active].iter().flatten().chain(&self.done).find(|s| out(s)) {
            return Err(error(format!("{seat} is eliminated and has a part in the round")));
        }
        if st.alive() < 2 {
            return Err(error("fewer than two players are left: the game would be over".to_owned()));
        }
        if usize::from(self.passed) >= st.alive() {
            return Err(error(format!("{} have passed: the window would be closed", self.passed)));
        }
        let takes_turns = at != At::Start && matches!(phase, Phase::Marshaling | Phase::Challenges);
        let turn = self.turn.unwrap_or(st.first_player);
        let next = st.order().into_iter().find(|s| !self.done.contains(s));
        st.active = if takes_turns { self.active.or(next) } else { None };
        if takes_turns && st.active.is_none_or(|a| self.done.contains(&a)) {
            return Err(error("the active player has had the turn already (`done`)".to_owned()));
        }
        let done = if takes_turns { self.done.clone() } else { Vec::new() };
        Ok(Point { phase, at, turn, passed: self.passed, done })
    }
}

impl Reader<'_> {
    pub fn seat(&self, w: &mut Words) -> Result<Seat, Error> {
        seat_word(w, self.st.players.len())
    }
}

/// The words of a line, one after the other.
pub(super) struct Words<'a> {
    line: usize,
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub fn of(line: usize, rest: &'a str) -> Words<'a> {
        Words { line, rest: rest.trim_start() }
    }
    pub fn error(&self, what: impl Into<String>) -> Error {
        Error::new(self.line, what)
    }
    pub fn unknown(&self, word: &str, words: &[&str]) -> Error {
        self.error(format!("{word:?} has no meaning here")).instead(word, words)
    }
    pub fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }
    pub fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.rest = self.rest[word.len()..].trim_start();
        Some(word)
    }
    /// What is left.
    pub fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }
    pub fn word(&mut self, what: &str) -> Result<&'a str, Error> {
        self.next().ok_or_else(|| self.error(format!("the line ends where {what} is due")))
    }
    pub fn expect(&mut self, word: &str) -> Result<(), Error> {
        match self.next() {
            Some(found) if found == word => Ok(()),
            Some(found) => Err(self.error(format!("{found:?} stands where `{word}` is due"))),
            None => Err(self.error(format!("the line ends where `{word}` is due"))),
        }
    }
    pub fn number<T: FromStr>(&mut self, what: &str) -> Result<T, Error> {
        let word = self.word(what)?;
        word.parse().map_err(|_| self.error(format!("{word:?} is not {what}")))
    }
    pub fn end(&mut self) -> Result<(), Error> {
        self.next().map_or(Ok(()), |word| Err(self.error(format!("{word:?} is too much here"))))
    }
}
