//! `maester engine`: games in lines of JSON on standard input and output.

use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use clap::Args as Arguments;
use protocol::{Engine, Games, LONGEST_LINE};

use crate::output::{Done, Failure};

/// Hold games for another program: one JSON object a line in, one a line out.
#[derive(Arguments)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Print the JSON Schema of requests and replies, and end.
    #[arg(long)]
    schema: bool,
}

const EXAMPLES: &str = "Examples:
  maester engine < requests.txt
  maester engine --schema > protocol.schema.json

  {\"id\":1,\"op\":\"new\",\"kind\":\"card\",\"seed\":7,\"decks\":[\"At the Wall (Core)\",\"The Old Ways (Core)\"]}
  {\"id\":2,\"op\":\"prompt\",\"game\":\"g1\",\"seat\":0}
  {\"id\":3,\"op\":\"answer\",\"game\":\"g1\",\"seat\":0,\"picks\":[1]}

docs/protocol.md tells all operations. The program ends when its input ends.";

pub fn run(args: &Args, cards: Option<&Path>) -> Done {
    if args.schema {
        let text = serde_json::to_string_pretty(&protocol::schema::document()).map_err(Failure::failed)?;
        return crate::output::print(&text);
    }
    let mut engine = Engine::new(Games::with(crate::pool::pool(cards)?));
    // A fault that the engine caught is told in its reply; the text of a panic would only disturb.
    std::panic::set_hook(Box::new(|_| {}));
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut line = Vec::new();
    loop {
        let answer = match read_line(&mut input, &mut line).map_err(Failure::failed)? {
            Line::End => return Ok(()),
            Line::TooLong => engine.too_long(),
            Line::Whole => engine.bytes(&line),
        };
        let written = writeln!(output, "{answer}").and_then(|()| match input.buffer().contains(&b'\n') {
            // More requests are here already: their replies go out together.
            true => Ok(()),
            false => output.flush(),
        });
        match written {
            Err(why) if why.kind() == std::io::ErrorKind::BrokenPipe => return Ok(()),
            other => other.map_err(Failure::failed)?,
        }
    }
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// The next line without its end. A line that is too long is read to its end and dropped.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<Line> {
    line.clear();
    if input.take(LONGEST_LINE as u64 + 1).read_until(b'\n', line)? == 0 {
        return Ok(Line::End);
    }
    if line.len() > LONGEST_LINE && line.last() != Some(&b'\n') {
        line.clear();
        input.skip_until(b'\n')?;
        return Ok(Line::TooLong);
    }
    while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
        line.pop();
    }
    Ok(Line::Whole)
}
