//! What a question in the middle of an effect is about: the offered effect, said on its own with the cards by their titles.

pub use super::grammar::capital;
use super::grammar::join;
use super::{It, Said, Writer};
use crate::lang::ast::*;
use crate::lang::raw::Many;

/// What is known when the question is asked: words for what names hold, titles for the cards that the text speaks of otherwise.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// By place of the name in the ability.
    pub names: Vec<(u8, String)>,
    /// The card of the trigger.
    pub event: Option<String>,
    pub host: Option<String>,
}

/// The effect whose parts are to be said, what is known then, and the parts once they are.
pub struct Wanted<'a> {
    pub effect: &'a Effect,
    known: Known,
    parts: Vec<String>,
}

impl Wanted<'_> {
    pub fn event(&self) -> Option<&String> {
        self.known.event.as_ref()
    }

    pub fn host(&self) -> Option<&String> {
        self.known.host.as_ref()
    }
}

/// The parts of a `May`, an `Offer` or an `Either` of an ability as orders, without capitals and full stops: what may be done, what
/// happens otherwise, or the options. `title` is that of the card.
pub fn offered(title: &str, ability: &Ability, effect: &Effect, known: Known) -> Vec<String> {
    let mut writer = Writer { title: Some(title), asked: Some(Wanted { effect, known, parts: Vec::new() }), ..Writer::default() };
    writer.ability(ability);
    writer.asked.map(|asked| asked.parts).unwrap_or_default()
}

impl Writer<'_> {
    /// Says the parts of the effect that is asked about, where the writer comes to it; then goes on as if nothing had been said.
    pub fn hear(&mut self, effect: &Effect, them: Option<&str>) {
        let Some(asked) = self.asked.as_ref().filter(|asked| std::ptr::eq(asked.effect, effect)) else { return };
        let lists: Vec<&Many<Effect>> = match effect {
            Effect::May(list) => vec![list],
            Effect::Offer(_, offer, otherwise) => vec![offer, otherwise],
            Effect::Either(options) => options.iter().collect(),
            _ => return,
        };
        let known = asked.known.clone();
        let before = (self.said.clone(), self.it, self.them.clone(), self.them_said, self.orders, self.event.clone());
        let mut parts = Vec::new();
        for (n, list) in lists.into_iter().enumerate() {
            self.said = before.0.clone();
            for (slot, word) in &known.names {
                if let Some(said) = self.said.get_mut(*slot as usize) {
                    *said = Said::Word { first: None, later: word.clone() };
                }
            }
            (self.it, self.orders) = (It::Nothing, true);
            // What happens otherwise is no more about the player who is asked.
            match them.filter(|_| n == 0) {
                Some(them) => (self.them, self.them_said) = (Some(them.to_owned()), true),
                None => (self.them, self.them_said) = (before.2.clone(), before.2.is_some() || before.3),
            }
            let said = self.orders(list);
            parts.push(said);
        }
        (self.said, self.it, self.them, self.them_said, self.orders, self.event) = before;
        if let Some(asked) = &mut self.asked {
            asked.parts = parts;
        }
    }
}

/// The words of a part for a player who is asked by somebody else's card: there "you" is that somebody.
pub fn for_another(text: &str, you: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let end = word.trim_end_matches(|c: char| ",.;:)".contains(c)).len();
        let (word, mark) = word.split_at(end);
        let theirs = words.last().is_some_and(|w| w == "they");
        let said = match word {
            "you" => you.to_owned(),
            "your" => format!("{you}'s"),
            "control" | "own" if words.last().is_some_and(|w| w == you) => format!("{word}s"),
            "control" | "own" if theirs => {
                words.pop();
                words.push("you".to_owned());
                word.to_owned()
            }
            "their" => "your".to_owned(),
            word => word.to_owned(),
        };
        words.push(format!("{said}{mark}"));
    }
    words.join(" ").replace("your owner's", "their owner's")
}

/// A question: `Discard 1 random card from hand? If not: send The Hound back to hand.`
pub fn question(offer: &str, otherwise: Option<&str>) -> String {
    let otherwise = otherwise.filter(|said| !said.is_empty()).map(|said| format!(" If not: {said}.")).unwrap_or_default();
    format!("{}?{otherwise}", capital(offer))
}

/// Titles in a sentence.
pub fn titles(titles: &[String]) -> String {
    join(titles, "and")
}
