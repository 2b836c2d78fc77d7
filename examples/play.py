#!/usr/bin/env python3
"""Plays a joust between two players who pick at random, through `maester engine`.

    cargo build --release && python3 examples/play.py target/release/maester
"""
import json
import random
import subprocess
import sys


class Engine:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, op, **fields):
        print(json.dumps({"op": op, **fields}), file=self.process.stdin, flush=True)
        reply = json.loads(self.process.stdout.readline())
        if "error" in reply:
            raise RuntimeError(reply["error"]["message"])
        return reply["ok"]


engine, luck = Engine(sys.argv[1] if len(sys.argv) > 1 else "target/release/maester"), random.Random(1)
status = engine.ask("new", kind="card", seed=1, decks=["At the Wall (Core)", "The Old Ways (Core)"])
game = status["game"]
while status["outcome"] is None:
    seat, picks = status["acting"][0]["seat"], []
    prompt = engine.ask("prompt", game=game, seat=seat)["prompt"]
    while not prompt["complete"]:
        picks.append(luck.choice(prompt["legal"])["index"])
        prompt = engine.ask("preview", game=game, seat=seat, picks=picks)["prompt"]
    status = engine.ask("answer", game=game, seat=seat, picks=picks)
    if status["round"] > 100:
        break
print(f"round {status['round']}, {status['answers']} answers: {json.dumps(status['outcome'])}")
