//! The options of the rulings by name, as `board-game.md` section 20 calls them, and rulings as one line of text: a preset, and what
//! differs from it (`faq-v2,mace=ends,robb=anywhere`).

use super::{BannedOrders, Mace, Robb, Rulings, ShortOrders, SiegeCasualty, SupportSplit, Ties};

/// One option: what it is called and its values, each with words for people.
pub struct RulingOption {
    pub name: &'static str,
    pub title: &'static str,
    /// The rule that tells what the sources say.
    pub rule: &'static str,
    /// Value and words, in a fixed order.
    pub values: &'static [(&'static str, &'static str)],
    get: fn(&Rulings) -> usize,
    set: fn(&mut Rulings, usize),
}

macro_rules! options {
    ($($name:literal, $rule:literal, $title:literal, $field:ident: $($value:literal $words:literal = $is:expr),+;)*) => {
        /// All options.
        pub static OPTIONS: &[RulingOption] = &[$(RulingOption {
            name: $name,
            title: $title,
            rule: $rule,
            values: &[$(($value, $words)),+],
            get: |rulings| [$($is),+].iter().position(|is| *is == rulings.$field).unwrap_or(0),
            set: |rulings, at| rulings.$field = [$($is),+][at],
        }),*];
    };
}

options! {
    "ties", "BG.diff.ties", "Ties for the win", ties:
        "faq" "land areas, supply, Iron Throne" = Ties::Faq,
        "print" "strongholds, supply, power, Iron Throne" = Ties::Print;
    "lannister-port", "BG.diff.lannister-port", "The ship in the port of Lannisport", lannister_port:
        "always" "at every number of players" = true,
        "four" "with four houses and more" = false;
    "dark-wings", "BG.diff.dark-wings", "Dark Wings, Dark Words", dark_wings_ports:
        "crowns" "power for crowns only" = false,
        "ports" "power for crowns and ports" = true;
    "support-split", "BG.diff.support-split", "Support orders of one house", support_split:
        "each" "each granted or refused on its own" = SupportSplit::Each,
        "house" "all or none; nobody refuses" = SupportSplit::House;
    "support-both", "BG.diff.support-both", "One house supports both sides", support_both:
        "yes" "with two orders" = true,
        "no" "not possible" = false;
    "banned-orders", "BG.diff.banned-orders", "Orders that a card bans", banned_orders:
        "never" "never placed" = BannedOrders::Never,
        "as-last" "when nothing else is left; they do nothing" = BannedOrders::AsLast;
    "short-orders", "BG.diff.short-orders", "Too few orders", short_orders:
        "turn-order" "all place in turn order; the short house chooses the gaps" = ShortOrders::TurnOrder,
        "at-once" "all at the same time; gaps come last" = ShortOrders::AtOnce;
    "neutral-support", "BG.diff.neutral-support", "Support against neutral forces", neutral_support:
        "any" "any house may grant it" = true,
        "own" "own support only" = false;
    "mace", "BG.diff.mace", "The last defender dies by a card", mace:
        "goes-on" "the combat goes on" = Mace::GoesOn,
        "ends" "the combat ends" = Mace::Ends;
    "arianne-token", "BG.diff.arianne-token", "Power token where nobody may enter", arianne_token_stays:
        "removed" "it is removed" = false,
        "stays" "it stays" = true;
    "port-capture", "BG.diff.port-capture", "Ships in a port whose castle changes hands", port_capture_any:
        "any" "offered after any change" = true,
        "attack" "offered after an attack" = false;
    "robb", "BG.diff.robb", "Retreat that the winner chooses", robb:
        "origin" "a beaten attacker goes back" = Robb::Origin,
        "anywhere" "any legal area" = Robb::Anywhere;
    "milkwater-equal", "BG.diff.milkwater-equal", "All house cards of one strength", milkwater_equal_none:
        "all" "all are discarded" = false,
        "none" "none is discarded" = true;
    "over-reconcile", "BG.diff.over-reconcile", "Units removed for supply", reconcile_exact:
        "fits" "until the armies fit" = false,
        "exact" "none that could have stayed" = true;
    "siege-casualty", "BG.diff.siege-casualty", "Siege Engines of the loser", siege_casualty:
        "first" "die first and in addition" = SiegeCasualty::First,
        "print" "may be named as casualties" = SiegeCasualty::Print;
    "winter-icon", "BG.diff.winter-icon", "Icon of the card that replaces Winter Is Coming", winter_icon:
        "counts" "it counts" = true,
        "no" "it does not count" = false;
    "supply-order", "BG.diff.supply-order", "Supply", supply_markers_first:
        "by-house" "house by house" = false,
        "markers-first" "all markers first" = true;
}

impl RulingOption {
    /// The value that holds.
    pub fn of(&self, rulings: &Rulings) -> &'static str {
        self.values[(self.get)(rulings)].0
    }

    fn known(&self) -> String {
        let names: Vec<&str> = self.values.iter().map(|(value, _)| *value).collect();
        names.join(" or ")
    }
}

/// What somebody wrote, short and on one line.
fn short(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(40).collect()
}

impl Rulings {
    /// Rulings from their text: a preset's name, options as `name=value`, or a preset and options that differ from it, with commas between.
    /// Without a preset the usual one is meant.
    pub fn read(text: &str) -> Result<Rulings, String> {
        let mut rulings = Rulings::default();
        let mut named: Vec<&str> = Vec::new();
        for (at, part) in text.split(',').map(str::trim).enumerate() {
            let Some((name, value)) = part.split_once('=').map(|(name, value)| (name.trim(), value.trim())) else {
                rulings = Rulings::preset(part).filter(|_| at == 0).ok_or_else(|| {
                    let presets: Vec<&str> = Rulings::PRESETS.iter().map(|(name, _)| *name).collect();
                    let presets = presets.join(" or ");
                    format!("the rulings are {presets}, or one of them with options (`faq-v2,mace=ends`), not `{}`", short(part))
                })?;
                continue;
            };
            let Some(option) = OPTIONS.iter().find(|option| option.name == name) else {
                let names: Vec<&str> = OPTIONS.iter().map(|option| option.name).collect();
                return Err(format!("there is no option `{}` of the rulings; the options are {}", short(name), names.join(", ")));
            };
            if named.contains(&option.name) {
                return Err(format!("the option `{}` of the rulings is named twice", option.name));
            }
            named.push(option.name);
            let Some(at) = option.values.iter().position(|(known, _)| *known == value) else {
                return Err(format!("the option `{}` of the rulings is {}, not `{}`", option.name, option.known(), short(value)));
            };
            (option.set)(&mut rulings, at);
        }
        Ok(rulings)
    }

    /// Their one text: the preset from which the fewest options differ (of equals the first), and those options in their order. What it
    /// gives is read as the same rulings, and equal rulings have equal texts.
    pub fn text(&self) -> String {
        let differ = |preset: &Rulings| OPTIONS.iter().filter(|option| option.of(self) != option.of(preset)).count();
        let (name, preset) = Rulings::PRESETS.iter().min_by_key(|(_, preset)| differ(preset)).expect("there are presets");
        let more = OPTIONS.iter().filter(|option| option.of(self) != option.of(preset));
        more.fold((*name).to_owned(), |text, option| format!("{text},{}={}", option.name, option.of(self)))
    }
}
