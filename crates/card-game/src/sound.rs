//! Whether a state that was read from a file holds together as far as its numbers go.
//!
//! A state names cards, seats and places in the rules everywhere: in piles, in the stack, in lasting effects, in bound values. Here the
//! whole of it is walked, as it would be written, and each of them is looked up. What a new field holds is looked at without a word
//! here: an [`Id`] and a [`Seat`] are known by their types, a place in the rules by the names that such fields have everywhere.

use std::fmt::Display;

use serde::ser::{self, Serialize};
use serde_json::Value;

use crate::kernel::state::{Id, STEPS, State};
use crate::rules::Rules;

/// The sentence names where what is wrong.
pub fn sound(st: &State, rules: &Rules) -> Result<(), String> {
    let seats = st.players.len();
    if !(2..=8).contains(&seats) {
        return Err(format!("{seats} players"));
    }
    let mut walk = Walk { rules, cards: st.cards.len(), seats, path: Vec::new() };
    st.serialize(&mut walk).map_err(|Broken(what)| what)
}

struct Walk<'r> {
    rules: &'r Rules,
    cards: usize,
    seats: usize,
    /// Where the walk is: names of fields and places in lists.
    path: Vec<String>,
}

/// Something that is not there.
#[derive(Debug)]
struct Broken(String);

impl Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for Broken {}
impl ser::Error for Broken {
    fn custom<T: Display>(message: T) -> Broken {
        Broken(message.to_string())
    }
}

type Walked = Result<(), Broken>;

impl Walk<'_> {
    fn broken(&self, what: impl Display) -> Walked {
        Err(Broken(format!("{}: {what}", self.path.join("."))))
    }

    fn inside<T: Serialize + ?Sized>(&mut self, place: impl ToString, value: &T) -> Walked {
        self.path.push(place.to_string());
        value.serialize(&mut *self)?;
        self.path.pop();
        Ok(())
    }

    /// Places in the rules: of a card, of one of its abilities, of an address in its code.
    fn place(&self, def: Option<u64>, ability: Option<u64>, pc: Option<u64>) -> Walked {
        let Some(def) = def else { return Ok(()) };
        let Some(card) = self.rules.cards.get(def as usize) else {
            return self.broken(format!("these rules have no card number {def}"));
        };
        let Some(ability) = ability else { return Ok(()) };
        match card.abilities.get(ability as usize) {
            None => self.broken(format!("{} has no ability number {ability}", card.def.name)),
            Some(it) if pc.is_some_and(|pc| pc > it.code.len() as u64) => {
                self.broken(format!("ability number {ability} of {} does not go that far", card.def.name))
            }
            Some(_) => Ok(()),
        }
    }
}

/// What is walked part by part.
struct Parts<'w, 'r> {
    walk: &'w mut Walk<'r>,
    name: &'static str,
    count: usize,
    def: Option<u64>,
    ability: Option<u64>,
    pc: Option<u64>,
    /// Numbers of a tuple, in order.
    numbers: Vec<u64>,
}

fn number<T: Serialize + ?Sized>(value: &T) -> Option<u64> {
    serde_json::to_value(value).ok()?.as_u64()
}

impl<'w, 'r> Parts<'w, 'r> {
    fn of(walk: &'w mut Walk<'r>, name: &'static str) -> Parts<'w, 'r> {
        Parts { walk, name, count: 0, def: None, ability: None, pc: None, numbers: Vec::new() }
    }

    fn next<T: Serialize + ?Sized>(&mut self, value: &T) -> Walked {
        self.count += 1;
        self.walk.inside(self.count - 1, value)
    }

    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Walked {
        self.walk.inside(key, value)?;
        match (self.name, key) {
            (_, "def") => self.def = number(value),
            (_, "ability") => self.ability = number(value),
            (_, "pc") => self.pc = number(value),
            // An address belongs to the instance beside it.
            (_, "inst") => {
                let inst = serde_json::to_value(value).unwrap_or_default();
                (self.def, self.ability) = (inst["def"].as_u64(), inst["ability"].as_u64());
            }
            ("Reducer", "at") => {
                let at = serde_json::to_value(value).unwrap_or_default();
                self.walk.place(at[0].as_u64(), at[1].as_u64(), at[2].as_u64())?;
            }
            ("Card", "tokens") => self.listed(value, 0, self.walk.rules.tokens.len(), "tokens")?,
            ("State", "firsts") => self.listed(value, 1, self.walk.rules.firsts.len(), "abilities of that kind")?,
            _ => {}
        }
        Ok(())
    }

    /// A list of tuples with a place in a list of the rules.
    fn listed<T: Serialize + ?Sized>(&self, value: &T, at: usize, there: usize, what: &str) -> Walked {
        let rows = serde_json::to_value(value).unwrap_or_default();
        let outside = |row: &Value| row[at].as_u64().is_none_or(|place| place >= there as u64);
        match rows.as_array().is_some_and(|rows| rows.iter().any(outside)) {
            true => self.walk.broken(format!("these rules have {there} {what}")),
            false => Ok(()),
        }
    }

    fn close(self) -> Walked {
        self.walk.place(self.def, self.ability, self.pc)?;
        match (self.name, self.numbers.as_slice()) {
            ("Immune" | "Listed" | "Grant", [def, ability, ..]) => self.walk.place(Some(*def), Some(*ability), None),
            _ => Ok(()),
        }
    }
}

macro_rules! parts {
    ($($of:ident $method:ident)*) => {$(
        impl ser::$of for Parts<'_, '_> {
            type Ok = ();
            type Error = Broken;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Walked {
                if !self.name.is_empty() {
                    self.numbers.extend(number(value));
                }
                self.next(value)
            }
            fn end(self) -> Walked {
                self.close()
            }
        }
    )*};
}
parts! { SerializeSeq serialize_element SerializeTuple serialize_element SerializeTupleStruct serialize_field SerializeTupleVariant serialize_field }

macro_rules! fields {
    ($($of:ident)*) => {$(
        impl ser::$of for Parts<'_, '_> {
            type Ok = ();
            type Error = Broken;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Walked {
                self.field(key, value)
            }
            fn end(self) -> Walked {
                self.close()
            }
        }
    )*};
}
fields! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for Parts<'_, '_> {
    type Ok = ();
    type Error = Broken;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Walked {
        key.serialize(&mut *self.walk)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Walked {
        self.next(value)
    }
    fn end(self) -> Walked {
        Ok(())
    }
}

macro_rules! plain {
    ($($method:ident $type:ty)*) => {$(
        fn $method(self, _: $type) -> Walked {
            Ok(())
        }
    )*};
}

impl<'w, 'r> ser::Serializer for &'w mut Walk<'r> {
    type Ok = ();
    type Error = Broken;
    type SerializeSeq = Parts<'w, 'r>;
    type SerializeTuple = Parts<'w, 'r>;
    type SerializeTupleStruct = Parts<'w, 'r>;
    type SerializeTupleVariant = Parts<'w, 'r>;
    type SerializeMap = Parts<'w, 'r>;
    type SerializeStruct = Parts<'w, 'r>;
    type SerializeStructVariant = Parts<'w, 'r>;

    plain! {
        serialize_bool bool serialize_i8 i8 serialize_i16 i16 serialize_i32 i32 serialize_i64 i64 serialize_u8 u8 serialize_u16 u16
        serialize_u32 u32 serialize_u64 u64 serialize_f32 f32 serialize_f64 f64 serialize_char char serialize_bytes &[u8]
    }

    /// A card is written as text.
    fn serialize_str(self, text: &str) -> Walked {
        match text.parse::<Id>() {
            Ok(id) if usize::from(id.0) >= self.cards => self.broken(format!("there is no card {id} at this table")),
            _ => Ok(()),
        }
    }
    fn serialize_none(self) -> Walked {
        Ok(())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Walked {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Walked {
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Walked {
        Ok(())
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Walked {
        Ok(())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Walked {
        let most = match name {
            "Seat" => self.seats,
            "Step" => STEPS.len(),
            _ => return value.serialize(self),
        };
        match number(value) {
            Some(n) if n < most as u64 => Ok(()),
            n if name == "Seat" => self.broken(format!("P{} does not sit at this table of {most}", n.map_or(0, |n| n + 1))),
            _ => self.broken("there is no such step of the round"),
        }
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, _: &'static str, value: &T) -> Walked {
        value.serialize(self)
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'w, 'r>, Broken> {
        Ok(Parts::of(self, ""))
    }
    fn serialize_tuple(self, _: usize) -> Result<Parts<'w, 'r>, Broken> {
        Ok(Parts::of(self, ""))
    }
    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Parts<'w, 'r>, Broken> {
        Ok(Parts::of(self, name))
    }
    fn serialize_tuple_variant(self, _: &'static str, _: u32, name: &'static str, _: usize) -> Result<Parts<'w, 'r>, Broken> {
        Ok(Parts::of(self, name))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'w, 'r>, Broken> {
        Ok(Parts::of(self, ""))
    }
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'w, 'r>, Broken> {
        Ok(Parts::of(self, name))
    }
    fn serialize_struct_variant(self, _: &'static str, _: u32, name: &'static str, _: usize) -> Result<Parts<'w, 'r>, Broken> {
        Ok(Parts::of(self, name))
    }
}
