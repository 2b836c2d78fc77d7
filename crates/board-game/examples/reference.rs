//! Replays recorded games and prints what differs: `cargo run -p board-game --example reference -- FILE…`.

fn main() {
    let (mut games, mut steps) = (0, 0);
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).expect("a file");
        let report = board_game::reference::replay(&file, &text, &[]);
        games += usize::from(report.differences.is_empty());
        steps += report.steps;
        for difference in &report.differences {
            println!("{file}:{} {}\n  ours     {}\n  recorded {}", difference.line, difference.key, difference.ours, difference.recorded);
        }
    }
    println!("{games} games agree, {steps} steps");
}
