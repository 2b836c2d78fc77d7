//! Each ability of each card.

mod card_table;
mod nobodies;

mod cards_baratheon;
mod cards_calm_over_westeros;
mod cards_greyjoy;
mod cards_lannister;
mod cards_martell;
mod cards_neutral;
mod cards_nights_watch;
mod cards_no_middle_ground;
mod cards_plots;
mod cards_stark;
mod cards_taking_the_black;
mod cards_taking_the_black_b;
mod cards_targaryen;
mod cards_the_kings_peace;
mod cards_the_road_to_winterfell;
mod cards_true_steel;
mod cards_tyrell;
mod cards_wolves_of_the_north_a;
mod cards_wolves_of_the_north_b;
mod cards_wolves_of_the_north_c;
mod cards_wolves_of_the_north_d;
mod hard_cards;
mod hard_cards_as_in_hand;
mod hard_cards_b;
mod hard_cards_claim;
mod hard_cards_more;
mod hard_cards_offers;
mod hard_cards_play;
mod hard_cards_plots;
