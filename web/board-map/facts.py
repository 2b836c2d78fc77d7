"""What the drawing must say: areas, their printed icons and their adjacency, from the game's own data (src/games/board/facts.json)."""
import json, os

HERE = os.path.dirname(os.path.abspath(__file__))
FACTS = os.path.join(HERE, "..", "src", "games", "board", "facts.json")
BOARD = os.path.join(HERE, "..", "src", "games", "board", "board.json")

def load(path=FACTS):
    areas = json.load(open(path))["areas"]
    for a in areas:
        a.update(supply_icons=a["barrels"], power_icons=a["crowns"], home_of=a["home"], port_of_land=a["land"], port_to_sea=a["sea"],
                 fortification=["none", "castle", "stronghold"][a["castle"]])
    return {"areas": areas, "edges": sorted({tuple(sorted((a["id"], b))) for a in areas for b in a["adjacent"]})}
