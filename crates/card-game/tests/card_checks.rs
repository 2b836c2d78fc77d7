//! What the checker refuses, and what it says then.

use card_game::lang::load::load;

/// What the checker says of a location with this ability; empty if it is good.
fn said(ability: &str) -> String {
    said_of("kind: location, cost: 1", ability)
}

fn said_of(facts: &str, ability: &str) -> String {
    let file = format!("[(code: \"t1\", name: \"Probe\", {facts}, abilities: [{ability}])]");
    load("probe.ron", &file).err().map(|errors| errors[0].message.clone()).unwrap_or_default()
}

#[test]
fn a_word_of_the_trigger_stands_only_where_the_trigger_tells_of_it() {
    let good = [
        "Reaction(when: Killed([Character]), effect: PutIntoPlay(Event))",
        "Reaction(when: DeclaredAttacker([Character]), effect: Until(Phase, Event, Str(1)))",
        "Reaction(when: Any([Killed([Character]), Discarded([Character])]), effect: PutIntoPlay(Event))",
        "Reaction(when: Bypasses([Character]), effect: Until(Phase, By, Str(1)))",
        "Reaction(when: IncomeCollected(Opponent), effect: For(EventPlayer, GiveGold(Amount)))",
        "Reaction(when: Win(), effect: For(Loser, LoseGold(Margin)))",
        "Action(phase: Challenges, effect: Delayed(YouWin, For(Loser, LoseGold(1))))",
        "Action(phase: Challenges, effect: For(Attacker, LoseGold(1)))",
        "Interrupt(when: WouldBeKilled([Character, Yours]), effect: Save)",
        "ForcedInterrupt(when: Draws(You), effect: InsteadAmount(Sub(Amount, 1)))",
        "Constant(player: Defender, rules: MaxDefenders(1))",
    ];
    for ability in good {
        assert_eq!(said(ability), "", "{ability}");
    }
    let bad = [
        (
            "Reaction(when: Draws(You), effect: Discard(Event))",
            "`Event` has nothing to stand for: the trigger `Draws` tells of no one card; cards are drawn together and unseen; to speak of a \
             card name the top of the deck (`RevealTop`, `LookAtTop`)",
        ),
        ("Reaction(when: Any([Draws(You), Knelt([Character])]), effect: Discard(Event))", "cards are drawn together"),
        ("Reaction(when: Win(), effect: GainGold(If(Matches(Event, []), 5, 1)))", "`Win` tells of no one card"),
        ("Reaction(when: RevealPlot(You), only_if: Matches(Event, Trait(\"Summer\")), effect: Draw(1))", "`YourPlot`"),
        ("Reaction(when: RevealPlot(Opponent), effect: For(EventPlayer, LoseGold(1)))", "no one player"),
        ("Reaction(when: Any([Killed([Character]), WinDominance]), effect: PutIntoPlay(Event))", "`Any` tells of no one card"),
        ("Reaction(when: Killed([Character]), effect: Until(Phase, By, Str(1)))", "`By` has nothing to stand for"),
        ("Reaction(when: Killed([Character]), effect: GainGold(Amount))", "no amount"),
        ("Reaction(when: WinDominance, effect: For(Loser, LoseGold(1)))", "`Loser` has nothing"),
        ("Reaction(when: Initiated(), effect: GainGold(Margin))", "`Margin` has nothing"),
        ("Reaction(when: PhaseBegins(Challenges), effect: For(Attacker, LoseGold(1)))", "`Attacker` has nothing"),
        ("Action(effect: MovePower(1, LoserFaction, YourFaction))", "an action has no trigger"),
        ("Constant(to: [Character, Is(Event)], gets: Str(1))", "a constant ability has no trigger"),
        ("Interrupt(when: PhaseEnds(Challenges), effect: Save)", "`Save` has nothing"),
        ("Interrupt(when: WouldBeKilled([Character]), effect: InsteadAmount(1))", "`InsteadAmount` has nothing"),
        ("Interrupt(when: WouldBeKilled([Character]), effect: ClaimFallsOn(Opponent))", "`ClaimFallsOn` has nothing"),
        // What is granted is judged by its own trigger.
        ("Reaction(when: Killed([Character]), effect: Until(Phase, [Character], Grant(Action(effect: Discard(Event)))))", "an action"),
    ];
    for (ability, part) in bad {
        assert!(said(ability).contains(part), "{ability}: {}", said(ability));
    }
}

#[test]
fn an_event_has_a_maximum_and_no_limit() {
    let event = |part: &str| said_of("kind: event, cost: 0", &format!("Action(effect: Draw(1), {part})"));
    assert!(event("limit: PerRound(1)").contains("an event has `max:`"));
    assert_eq!(event("max: PerRound(1)"), "");
    assert_eq!(said("Action(effect: Draw(1), limit: PerRound(1))"), "");
    assert!(said_of("kind: event", "").starts_with("an event needs `cost`"));
    assert!(said_of("kind: attachment", "").starts_with("an attachment needs `cost`"));
    assert!(said_of("kind: character, cost: 1", "").starts_with("a character needs `str`"));
}

#[test]
fn gold_of_a_pool_is_on_no_faction_card() {
    for (ability, part) in [
        ("Action(effect: MoveGold(1, YourFaction, This))", "GoldFromPool(This, 1)"),
        ("Action(effect: MoveGold(1, This, YourFaction))", "GainGold(1)"),
        ("Action(effect: GoldOn(YourFaction, 1))", "GainGold(1)"),
        ("Action(cost: GoldFrom(YourFaction, 1), effect: Draw(1))", "cost: Gold(1)"),
        ("Constant(gets: Grant(Action(effect: May(MoveGold(1, YourFaction, This)))))", "GoldFromPool(This, 1)"),
    ] {
        assert!(said(ability).contains(part), "{ability}: {}", said(ability));
    }
    assert_eq!(said("Action(cost: Gold(1), effect: GoldOn(This, 1))"), "");
}

/// What a stranger reads names no types of the program, and proposes nothing of another kind.
#[test]
fn a_card_that_does_not_read_is_told_in_the_words_of_cards() {
    for (card, said) in [
        ("name: \"A\", kind: charakter, cost: 1", "there is no `charakter` among the types of cards; the nearest word is `character`"),
        ("name: \"A\", kind: event, faction: strak", "there is no `strak` among the factions; the nearest word is `stark`"),
        (
            "name: \"A\", kind: event, icons: [Militry]",
            "icons are the letters M, I and P in quotes, as in `icons: \"MI\"`, not `[Militry]`",
        ),
        ("kind: event", "the field `name` of a card is missing"),
        ("name: \"A\", kind: event, cost: 1, cost: 2", "the field `cost` of a card stands twice"),
        (
            "name: \"A\", kind: event, abilities: [Draw(1)]",
            "there is no `Draw` among the kinds of abilities; the words are Action, Reaction",
        ),
        ("name: \"A\", kind: event, keywords: [Zzyzx]", "there is no `Zzyzx` among the keywords; the words are"),
    ] {
        let text = format!("[(code: \"99001\", {card})]");
        let errors = card_game::pool::Pool::from_files([("own.ron", text.as_str())]).unwrap_err();
        assert!(errors[0].message.contains(said), "{card}: {}", errors[0]);
    }
}

#[test]
fn what_does_not_read_is_said_in_words() {
    for (ability, parts) in [
        ("Action(effect: Draw())", ["`Draw` has too many or too few parts", "`Draw(2)`"]),
        ("Action(effect: MovePower(1, This))", ["`MovePower` has too", "`MovePower(1, LoserFaction, YourFaction)`"]),
        ("Action(effect: Draw)", ["`Draw` has parts", "`Draw(2)`"]),
        ("Action(effect: Shuffle(1))", ["`Shuffle` has no parts", "Shuffle(1)"]),
        ("Action(effect: Draw(\"c\"))", ["a word of the language, without quotes", "\"c\""]),
        ("Reaction(when: WinChallenge(by: 5), effect: Draw(1))", ["nearest word is `Win`", "in When"]),
        ("Reaction(when: ReturnedToHand([]), effect: Draw(1))", ["nearest word is `Returned`", "in When"]),
        ("Reaction(when: PowerGained([]), effect: Draw(1))", ["nearest word is `GainsPower`", "in When"]),
    ] {
        let said = said(ability);
        assert!(parts.iter().all(|part| said.contains(part)), "{ability}: {said}");
        assert!(!said.contains("RawValue"), "{said}");
    }
}

#[test]
fn texts_name_what_it_would_leave_open() {
    let text = |ability: &str| {
        let file = format!("[(code: \"t1\", name: \"Hound\", kind: character, cost: 1, str: 1, abilities: [{ability}])]");
        card_game::lang::text::render(&load("t.ron", &file).unwrap_or_else(|errors| panic!("{}", errors[0]))[0])
    };
    let offer = text("ForcedReaction(when: Win(with: Is(This)), effect: Offer(You, DiscardRandom(1, None), ReturnToHand(This)))");
    assert!(offer.ends_with("you may discard 1 random card from hand; if not, send Hound back to hand."), "{offer}");
    let alone = text("Action(phase: Challenges, effect: PowerOn([Character, Yours, Trait(\"Knight\"), Alone], 1))");
    assert!(alone.ends_with("your Knight character that is alone gains 1 power."), "{alone}");
}
