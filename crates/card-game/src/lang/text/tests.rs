//! Sentences of words that few cards use; the golden file of `tests/golden_texts.rs` holds the texts of all cards.

use crate::lang::ast::{Cost, Def, Modifier, When};
use crate::lang::raw::{Filter, read};
use crate::lang::{load, text};

fn card(kind: &str, rest: &str) -> Def {
    let facts = match kind {
        "character" => "cost: 3, str: 3, icons: \"MIP\"",
        "plot" => "plot: (4, 5, 1, 6)",
        _ => "cost: 1",
    };
    let file = format!("[(code: \"1\", name: \"Hodor\", kind: {kind}, {facts}, {rest})]");
    load::load("sample.ron", &file).unwrap_or_else(|errors| panic!("{}", errors[0])).remove(0)
}

#[track_caller]
fn says(ability: &str, expected: &str) {
    assert_eq!(text::render(&card("character", &format!("abilities: [{ability}]"))), expected);
}

#[test]
fn a_filter_is_a_noun_phrase() {
    let phrase = |filter: &str| text::describe_filter(&read::<Filter>(filter).unwrap_or_else(|e| panic!("{e}")));
    assert_eq!(phrase("[Character, Faction(stark), Standing, Yours]"), "a standing Stark character you control");
    assert_eq!(phrase("[Any([Attachment, Location]), Unique]"), "a unique attachment or location");
    assert_eq!(phrase("[Attachment, AttachedTo([Character, Opponents])]"), "an attachment on a character an opponent controls");
    assert_eq!(phrase("[Character, Not(Trait(\"Army\")), Cost(AtLeast(6))]"), "a non-Army character of cost 6 or more");
    assert_eq!(phrase("[EventCard, In(DiscardPile, Opponent)]"), "an event in an opponent's discard pile");
    assert_eq!(phrase("[]"), "a card");
}

#[test]
fn parts_can_be_described_alone() {
    let modifier = read::<Modifier>("Cannot([BeKilled, BeDiscarded])").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(text::describe_modifier(&modifier), "can't be killed or discarded");
    let cost = read::<Cost>("DiscardFromHand(2, Location)").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(text::describe_cost(&cost), "discard 2 locations from hand");
    let when = read::<When>("Win(type: Power, unopposed: true)").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(text::describe_when(&when), "you win an unopposed [power] challenge");
}

#[test]
fn numbers_agree() {
    says("Action(effect: Draw(Count([Location, Yours])))", "Action: draw 1 card per location you control.");
    says("Action(effect: GainGold(Min(UsedPlotsOf(You), 3)))", "Action: gain 1 gold per plot in your used pile (at most 3).");
    says(
        "Action(choose: (name: \"c\", of: [Character], count: 2), effect: [Stand(\"c\"), Until(Phase, \"c\", Keyword(Renown))])",
        "Action: stand 2 chosen characters and give them renown this phase.",
    );
}

#[test]
fn players_act_and_choose() {
    says("Action(effect: For(Opponent, [Draw(1), GainGold(1)]))", "Action: each opponent draws 1 card and gains 1 gold.");
    says(
        "Action(effect: For(Opponent, [Choose((name: \"c\", of: [Character, ControlledBy(Them)], by: Them)), Kneel(\"c\")]))",
        "Action: each opponent kneels a character they control.",
    );
    says(
        "Reaction(when: Initiated(against: You), effect: [For(Attacker, May(Either([Kneel(TheirFaction), MovePower(1, TheirFaction, YourFaction)]))), If(Not(Did), EndChallenge)])",
        "Reaction after a challenge is initiated against you: the attacking player may kneel their faction card or move 1 power to your faction card from their faction card. If not, end the challenge with no winner or loser.",
    );
}

#[test]
fn a_player_without_may_must() {
    says(
        "Action(effect: For(Opponent, Either([Kneel(TheirFaction), DiscardFromHand(1)])))",
        "Action: each opponent chooses to kneel their faction card or discard 1 card from hand.",
    );
    says("Action(effect: [May(Sacrifice(This)), If(Did, Draw(2))])", "Action: you may sacrifice Hodor. If so, draw 2 cards.");
}

#[test]
fn names_become_pronouns_or_nouns() {
    says(
        "Action(choose: [(\"a\", [Character, Yours]), (\"b\", [Character, Opponents])], effect: [Kneel(\"a\"), Kill(\"b\"), Stand(\"a\")])",
        "Action: kneel a chosen character you control, kill a chosen character an opponent controls and stand that first character.",
    );
    says(
        "Action(effect: Search(for: Location, found: [PutIntoPlay(\"found\")]))",
        "Action: search your deck for a location, put it into play, then shuffle.",
    );
}

#[test]
fn granted_text_stands_in_quotes() {
    says(
        "Constant(to: [Character, Yours], gets: Grant(Action(cost: Kneel(This), effect: Draw(1))))",
        "Your characters get “Action: kneel this to draw 1 card.”",
    );
}

#[test]
fn places_are_switched_control_is_gained_plots_come_out_of_turn() {
    says(
        "Action(effect: [Choose((\"a\", [In(Shadows, You)])), Choose((\"b\", [In(Hand, You)])), Switch(\"a\", \"b\")])",
        "Action: choose a card from your shadows area and switch it with a card from your hand.",
    );
    says("Action(limit: PerRound(1), effect: RevealNewPlot)", "Action: reveal a new plot from your plot deck. Once per round.");
    says("Action(effect: For(Opponent, RevealNewPlot))", "Action: each opponent reveals a new plot from their plot deck.");
    says("Constant(to: Host, gets: Control)", "Attached character comes under your control.");
    says("Constant(gets: MarshalIn(Challenges))", "Hodor may also be marshaled as an action in the challenges phase.");
}
