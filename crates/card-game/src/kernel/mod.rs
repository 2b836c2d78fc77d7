//! The kernel: the state of play as a stack of frames, and what moves it on.
//!
//! | module | what |
//! |---|---|
//! | `state` | the value a running game is |
//! | `lasting` | effects that last, wait or come later |
//! | `event` | every change of the game as an event in a batch |
//! | `ask` | what a seat is asked, its draft, the legal picks |
//! | `derived`, `derive`, `modify` | values of cards and players; worked out in layers; what modifiers do to them |
//! | `reads` | what a constant text reads, so that it is worked out anew only when that changes |
//! | `rivals` | effects that cannot all apply |
//! | `piles` | the order in which cards come to a pile |
//! | `eval`, `when` | filters, numbers, conditions; triggering conditions |
//! | `shields` | immunity, and what may not be the only target |
//! | `batch`, `triggers` | interrupts, the change itself, reactions; what may answer |
//! | `change`, `moves` | what an event does to the table |
//! | `initiate` | initiating abilities: the procedure |
//! | `usable`, `costs`, `choices` | whether it may be initiated, what it costs, what is chosen |
//! | `entry` | marshaling, ambush, shadows |
//! | `run`, `effects` | running effects; what their verbs do |
//! | `potential`, `weighed` | whether something would change the game |
//! | `verbs`, `verbs_of` | the events of a verb; the verbs and choices of an effect |
//! | `declare`, `redirect` | what a challenge may be declared as; the redirect of a melee |
//! | `titles` | the titles of a melee: pool, selection, supports and rivals |
//! | `claim` | on whom claim falls, what it does |
//! | `settle` | what must happen at once after a change; victory |
//! | `values` | plot values, power, hosts |
//! | `framework`, `steps`, `windows`, `challenge`, `keywords`, `setup` | the round as the rules list it |
//! | `tell` | events in words |

pub mod ask;
pub mod batch;
pub mod challenge;
pub mod change;
pub mod choices;
pub mod claim;
pub mod costs;
pub mod declare;
pub mod derive;
pub mod derived;
pub mod effects;
pub mod entry;
pub mod eval;
pub mod event;
pub mod framework;
pub mod initiate;
pub mod keywords;
pub mod lasting;
pub mod modify;
pub mod moves;
pub mod piles;
pub mod potential;
pub mod reads;
pub mod redirect;
pub mod rivals;
pub mod run;
pub mod settle;
pub mod setup;
pub mod shields;
pub mod state;
pub mod steps;
pub mod tell;
pub mod titles;
pub mod triggers;
pub mod usable;
pub mod values;
pub mod verbs;
pub mod verbs_of;
pub mod weighed;
pub mod when;
pub mod windows;
