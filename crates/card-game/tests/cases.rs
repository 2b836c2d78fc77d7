//! The source pages, the worked cases and the rules behind them.

mod deck_fixture;
mod melee_table;

mod cases_a_setup;
mod cases_b_plot;
mod cases_c_costs;
mod cases_d_targets;
mod cases_d_windows;
mod cases_e_values;
mod cases_f_challenges;
mod cases_g_keywords;
mod cases_g_results;
mod cases_h_leaving;
mod cases_i_shadows;
mod cases_j_end;
mod cases_l_rest;
mod claim_replaced;
mod edges;
mod melee_challenges;
mod melee_concede;
mod melee_redirect;
mod melee_rest;
mod melee_titles;
mod rules_layers;
mod rules_order;
mod rules_piles;
mod rules_rivals;
mod rulings;
mod seed_p15;
mod seed_p20;
mod seed_p26;
mod seed_p29;
mod sound;
mod triggers;
mod windows_asked;
mod would_change;
