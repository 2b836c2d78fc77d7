//! The types of all messages as TypeScript, one file a type, for the browser client.
//!
//! What goes over the wire for every game lies in the folder itself, with the types of the card game, which was there first. Each
//! further game has a folder of its own beside them: the games' `View`, `Action` and `Event` are different types of the same names.

use std::io::{Error, Result};
use std::path::Path;

use card_game::view::{Action, Event, View, What};
use table::hosted::PromptValue;
use table::{Choice, Outcome, Prompt};
use ts_rs::{Config, TS};

use crate::lobby::FromLobby;
use crate::wire::{
    CardPool, ChangeDeck, CheckDeck, CheckPosition, DeckCheck, DeckFile, DeckList, DecksRead, FromRoom, JoinRoom, KeptDeck, MyDeck,
    NewPosition, NewRoom, PositionCheck, PositionText, ReadDecks, ReadyDeck, ReplayStep, ReplayStory, RestrictedList, RoomInfo, RoomNote,
    Seated, Stops, ToRoom, WriteDeck,
};

/// The types of one game.
type Types = fn(&Config) -> std::result::Result<(), ts_rs::ExportError>;

/// By folder: every game's own types, and what its `Action` is called there. A game that joins adds its line here.
const GAMES: &[(&str, Types, &str)] = &[("", card, "Action"), ("board", board, "BoardAction")];

/// Writes them into a folder.
pub fn export(folder: &Path) -> Result<()> {
    let config = |folder: &Path| Config::new().with_out_dir(folder).with_large_int("number");
    wire(&config(folder)).map_err(Error::other)?;
    for (game, types, action) in GAMES {
        let own = folder.join(game);
        types(&config(&own)).map_err(Error::other)?;
        choices(&own, action)?;
    }
    Ok(())
}

/// The table knows no game: its `Choice` names the game's `Action` without knowing where it is.
fn choices(folder: &Path, action: &str) -> Result<()> {
    let choice = folder.join("Choice.ts");
    let text = std::fs::read_to_string(&choice)?;
    if !text.contains(&format!("./{action}\"")) {
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let named = if action == "Action" { action.to_owned() } else { format!("{action} as Action") };
        std::fs::write(&choice, format!("{first}\nimport type {{ {named} }} from \"./{action}\";\n{rest}"))?;
    }
    Ok(())
}

fn wire(config: &Config) -> std::result::Result<(), ts_rs::ExportError> {
    ToRoom::export_all(config)?;
    FromRoom::export_all(config)?;
    Stops::export_all(config)?;
    NewRoom::export_all(config)?;
    JoinRoom::export_all(config)?;
    crate::wire::SayAside::export_all(config)?;
    Seated::export_all(config)?;
    RoomInfo::export_all(config)?;
    FromLobby::export_all(config)?;
    RestrictedList::export_all(config)?;
    crate::people::Me::export_all(config)?;
    crate::history::PlayedGames::export_all(config)?;
    crate::history::Statistics::export_all(config)?;
    crate::notice::MyMail::export_all(config)?;
    crate::moderation::MyBlock::export_all(config)?;
    crate::moderation::OperatorDesk::export_all(config)?;
    crate::rating::Ranked::export_all(config)?;
    crate::rating::RatedSeat::export_all(config)?;
    ReplayStep::export_all(config)?;
    ReplayStory::export_all(config)?;
    crate::replays::OpenedReplay::export_all(config)?;
    NewPosition::export_all(config)?;
    CheckPosition::export_all(config)?;
    PositionCheck::export_all(config)?;
    PositionText::export_all(config)?;
    ReadyDeck::export_all(config)?;
    CardPool::export_all(config)?;
    CheckDeck::export_all(config)?;
    KeptDeck::export_all(config)?;
    MyDeck::export_all(config)?;
    ChangeDeck::export_all(config)?;
    ReadDecks::export_all(config)?;
    DecksRead::export_all(config)?;
    WriteDeck::export_all(config)?;
    DeckFile::export_all(config)?;
    DeckList::export_all(config)?;
    RoomNote::export_all(config)?;
    DeckCheck::export_all(config)
}

/// The card game, with what the table asks in its terms.
fn card(config: &Config) -> std::result::Result<(), ts_rs::ExportError> {
    PromptValue::export_all(config)?;
    Prompt::export_all(config)?;
    Choice::export_all(config)?;
    Outcome::export_all(config)?;
    View::export_all(config)?;
    Action::export_all(config)?;
    What::export_all(config)?;
    Event::export_all(config)
}

/// The board game, the same.
fn board(config: &Config) -> std::result::Result<(), ts_rs::ExportError> {
    use board_game::view::{Event, View};
    PromptValue::export_all(config)?;
    Prompt::export_all(config)?;
    Choice::export_all(config)?;
    View::export_all(config)?;
    board_game::Action::export_all(config)?;
    Event::export_all(config)
}
