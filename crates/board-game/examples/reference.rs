//! Replays recorded games and prints what differs: `cargo run -p board-game --example reference -- FILE…`. With `GOLDEN=folder` each
//! game that agrees is written there as a replay of ours.

fn main() {
    let (mut games, mut steps) = (0, 0);
    let golden = std::env::var_os("GOLDEN").map(std::path::PathBuf::from);
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).expect("a file");
        let report = board_game::reference::replay(&file, &text, &[]);
        games += usize::from(report.differences.is_empty());
        steps += report.steps;
        for difference in &report.differences {
            println!("{file}:{} {}\n  ours     {}\n  recorded {}", difference.line, difference.key, difference.ours, difference.recorded);
        }
        if let (Some(folder), Some(replay)) = (&golden, &report.replay) {
            let name = std::path::Path::new(&file).file_stem().expect("a name").to_string_lossy().into_owned();
            std::fs::write(folder.join(format!("{name}.json")), replay.write()).expect("a writable folder");
        }
    }
    println!("{games} games agree, {steps} steps");
}
