pub struct Replay;
