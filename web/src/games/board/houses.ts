// The houses and who plays at tables of which size, for pages that do not load the board.
export const houses = [["stark", "Stark"], ["greyjoy", "Greyjoy"], ["lannister", "Lannister"], ["baratheon", "Baratheon"], ["tyrell", "Tyrell"], ["martell", "Martell"]] as const;

/** By number of players, as the set-ups of the board say (a test compares them). */
export const housesFor = (players: number): readonly string[] => (players === 3 ? ["stark", "lannister", "baratheon"] : houses.slice(0, players).map(([id]) => id));
