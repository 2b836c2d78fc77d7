//! What is around the rules: decks, texts, positions, contract, whole games.

mod deck_fixture;

mod blank_cards;
mod bot_melee;
mod card_checks;
mod card_language_doc;
mod card_test_coverage;
mod contract;
mod contract_melee;
mod deck_forms;
mod deck_legality;
mod deck_lists;
mod deck_strange;
mod decks;
mod edit;
mod facts;
mod golden_texts;
mod log_texts;
mod offers_say;
mod pool;
mod position;
mod position_play;
mod random_decks;
mod random_melee;
mod random_play;
mod random_pool;
mod reasons;
mod replay_tables;
mod said_and_done;
mod smoke;
mod tryout;
