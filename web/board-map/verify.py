"""Proves that the drawing says exactly what the map data says.   python verify.py [board.json]

Read from the polygons alone: (1) every area is one valid simple polygon; (2) no two overlap and together with the barriers
they fill the canvas; (3) two areas share a border of visible length if and only if they are adjacent in the facts (ports
included); (4) inside every area there is room for its counters: a circle for the order, places for four units (three in a
port), one token and the icons, none overlapping another.
"""
import itertools, json, math, os, sys
import facts
from shapely.geometry import Polygon, Point, box
from shapely.ops import unary_union, polylabel

here = os.path.dirname(os.path.abspath(__file__))
m = facts.load()
b = json.load(open(sys.argv[1] if len(sys.argv) > 1 else facts.BOARD))
W, H = b["canvas"]["width"], b["canvas"]["height"]
faults = []
kind = {a["id"]: a["kind"] for a in m["areas"]}
assert set(kind) == set(b["areas"]), set(kind) ^ set(b["areas"])
poly = {}
for n, a in list(b["areas"].items()) + list(b["barriers"].items()):
    p = Polygon(a["path"], a["holes"])
    if not p.is_valid or p.geom_type != "Polygon":
        faults.append(f"{n}: not a simple polygon")
    poly[n] = p
# tiling
total = sum(p.area for p in poly.values())
over = [(x, y, round(poly[x].intersection(poly[y]).area, 1)) for x, y in itertools.combinations(poly, 2)
        if poly[x].intersects(poly[y]) and poly[x].intersection(poly[y]).area > 1]
gap = box(0, 0, W, H).difference(unary_union(list(poly.values())).buffer(.05)).area
if over: faults.append(f"overlaps {over}")
if gap > 1: faults.append(f"gaps {gap}")
# adjacency
want = {frozenset(e) for e in m["edges"]}
span, touch = {}, []
for x, y in itertools.combinations(b["areas"], 2):
    if poly[x].distance(poly[y]) > .2:
        continue
    line = poly[x].boundary.buffer(.12).intersection(poly[y].boundary)
    x0, y0, x1, y1 = line.bounds if not line.is_empty else (0, 0, 0, 0)
    if line.length < 3:
        touch.append((x, y)); continue
    span[frozenset((x, y))] = (math.hypot(x1 - x0, y1 - y0), line.length)
for e in sorted(map(sorted, want - set(span))): faults.append(f"missing border {e}")
for e in sorted(map(sorted, set(span) - want)): faults.append(f"false border {e}")
if touch: faults.append(f"corner contacts {touch}")
short = sorted((round(v[0]), *sorted(k)) for k, v in span.items())
if short[0][0] < 28: faults.append(f"hardly visible border {short[0]}")
# room
sz = b["sizes"]
worst = (9e9, "")
for n, a in b["areas"].items():
    port = a["kind"] == "port"
    u, o = (sz["portUnit"], sz["portOrder"]) if port else (sz["unit"], sz["order"])
    discs = [("unit", q, u / 2) for q in a["units"]] + [("order", a["order"], o / 2)]
    if "token" in a: discs.append(("token", a["token"], sz["token"] / 2))
    if not port: discs += [(i["type"], i["at"], sz["icon"] / 2) for i in a.get("icons", [])]
    assert len(a["units"]) == (3 if port else 4)
    for t, q, r in discs:
        c = Point(q)
        d = poly[n].boundary.distance(c) if poly[n].contains(c) else -poly[n].boundary.distance(c)
        if d < r * (.55 if port else .93): faults.append(f"{n}: {t} sticks out by {round(r - d, 1)}")
    for (t1, q1, r1), (t2, q2, r2) in itertools.combinations(discs, 2):
        d = math.dist(q1, q2)
        if d < (r1 + r2) * (.80 if port else .93): faults.append(f"{n}: {t1}/{t2} overlap by {round(r1 + r2 - d, 1)}")
    c = polylabel(poly[n], .5)
    worst = min(worst, (round(poly[n].boundary.distance(c), 1), n))
print(f"areas {len(b['areas'])} ({sum(k == 'land' for k in kind.values())} land, {sum(k == 'sea' for k in kind.values())} sea, "
      f"{sum(k == 'port' for k in kind.values())} port), barriers {len(b['barriers'])}")
print(f"tiling: sum of areas / canvas = {total / (W * H):.6f}, overlaps {len(over)}, gap area {gap:.2f}")
print(f"adjacency: {len(want)} edges wanted, {len(set(span) & want)} drawn, {len(want - set(span))} missing, {len(set(span) - want)} false, "
      f"corner-only contacts {len(touch)}")
print("shortest borders (span in units):", short[:6])
print("smallest inner circle radius:", worst)
print("FAULTS" if faults else "OK", *faults, sep="\n  " if faults else " ")
sys.exit(bool(faults))
