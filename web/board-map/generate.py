"""Makes board.json: our own geometry of the game board. Deterministic; needs numpy, numba, shapely.

  python generate.py [board.json]

1. grow   Every cell of a fine hexagonal grid starts with the area whose skeleton (layout.py) is nearest. Simulated
          annealing then flips border cells: an energy asks for compact areas of the wished size near their skeletons, forbids
          borders between areas that are not adjacent in the facts and demands a minimum border between those that are. A flip
          must keep both areas connected (simple-point test on the ring of six), so no area ever breaks apart.
2. trace  Borders between differing cells become arcs between junctions; each arc knows its two sides.
3. shape  Arcs are smoothed together (junctions too), then roughened by fractal noise: coast > inland > sea border.
4. ports  A harbour basin is cut out of the sea at the best place of the shared coast.
5. anchor Places for label, order, units, icons and tokens are packed into every polygon.
"""
import json, math, os, sys
import numpy as np, numba as nb, shapely
from scipy.ndimage import distance_transform_edt
from shapely.geometry import Polygon, Point, LineString, MultiPolygon, box
from shapely.ops import linemerge, polygonize, unary_union, polylabel
from shapely.prepared import prep
import facts
from layout import *

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = sys.argv[1] if len(sys.argv) > 1 else facts.BOARD
W, H = CANVAS
S = 8.0                      # width of a hexagonal cell
DX, DY = S, S * math.sqrt(3) / 2
PAD = 3                      # rows and columns of cells beyond the canvas, cut away at the end
NX, NY = int(W / DX) + 2 + 2 * PAD, int(H / DY) + 2 + 2 * PAD
SEED = 20

# ---------------------------------------------------------------- 1. grow
def noise(x, y, wave, seed):
    """smooth value noise in -1..1"""
    rng = np.random.RandomState(seed)
    g = rng.rand(64, 64) * 2 - 1
    fx, fy = x / wave + 7, y / wave + 7
    ix, iy = np.floor(fx).astype(int), np.floor(fy).astype(int)
    tx, ty = fx - ix, fy - iy
    tx, ty = tx * tx * (3 - 2 * tx), ty * ty * (3 - 2 * ty)
    v = lambda a, b: g[(iy + b) % 64, (ix + a) % 64]
    return (v(0, 0) * (1 - tx) + v(1, 0) * tx) * (1 - ty) + (v(0, 1) * (1 - tx) + v(1, 1) * tx) * ty

def seg_dist(x, y, pts):
    if len(pts) == 1:
        return np.hypot(x - pts[0][0], y - pts[0][1])
    d = np.full(x.shape, 1e9)
    for (x1, y1), (x2, y2) in zip(pts, pts[1:]):
        l2 = max((x2 - x1) ** 2 + (y2 - y1) ** 2, 1e-9)
        t = np.clip(((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / l2, 0, 1)
        d = np.minimum(d, np.hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1)))
    return d

def ring_of(i, j):
    o = j & 1
    return [(i + 1, j), (i + o, j + 1), (i - 1 + o, j + 1), (i - 1, j), (i - 1 + o, j - 1), (i + o, j - 1)]

def neighbours():
    nbr = np.full((NX * NY, 6), -1, np.int32)
    for j in range(NY):
        for i in range(NX):
            for k, (a, b) in enumerate(ring_of(i, j)):
                if 0 <= a < NX and 0 <= b < NY:
                    nbr[j * NX + i, k] = b * NX + a
    return nbr

@nb.njit(cache=False)
def anneal(lab, nbr, cost, allowed, need, size, target, border, sweeps, t0, t1, wa, wb, ws, wf, wn, seed):
    n, nl = lab.shape[0], size.shape[0]
    s = np.uint64(seed)
    mul, inc = np.uint64(6364136223846793005), np.uint64(1442695040888963407)
    ring = np.empty(6, np.int64)
    delta = np.zeros((nl, nl))
    total = sweeps * n
    for it in range(total):
        t = t0 * (t1 / t0) ** (it / total)
        s = s * mul + inc
        c = np.int64(s >> np.uint64(33)) % n
        s = s * mul + inc
        m = nbr[c, np.int64(s >> np.uint64(33)) % 6]
        if m < 0 or lab[c] == lab[m]:
            continue
        a, b = lab[c], lab[m]
        for q in range(6):
            ring[q] = lab[nbr[c, q]] if nbr[c, q] >= 0 else -1
        ra = rb = na = nb_ = 0
        for q in range(6):
            p = ring[q - 1] if q > 0 else ring[5]
            if ring[q] == a:
                na += 1
                ra += p != a
            elif ring[q] == b:
                nb_ += 1
                rb += p != b
        if ra != 1 or rb != 1:
            continue
        de = wa * (cost[c, b] - cost[c, a]) + wb * (na - nb_)
        de += ws * (((size[a] - 1 - target[a]) ** 2 - (size[a] - target[a]) ** 2) / target[a]
                    + ((size[b] + 1 - target[b]) ** 2 - (size[b] - target[b]) ** 2) / target[b])
        for q in range(6):
            x = ring[q]
            if x >= 0 and x != a and x != b:
                delta[a, x] -= 1; delta[x, a] -= 1
                delta[b, x] += 1; delta[x, b] += 1
        delta[a, b] += na - nb_; delta[b, a] += na - nb_
        for q in range(7):
            x = ring[q] if q < 6 else b
            if x < 0:
                continue
            for y in (a, b):
                if x != y and delta[y, x] != 0:
                    o = border[y, x]; w = o + delta[y, x]
                    if not allowed[y, x]:
                        de += wf * (w - o)
                    if need[y, x] > 0:
                        de += wn * (max(0.0, need[y, x] - w) - max(0.0, need[y, x] - o))
                    border[y, x] = w; border[x, y] = w
                    delta[y, x] = 0; delta[x, y] = 0
        ok = de <= 0
        if not ok:
            s = s * mul + inc
            ok = np.float64(s >> np.uint64(11)) / 9007199254740992.0 < math.exp(-de / t)
        if ok:
            lab[c] = b; size[a] -= 1; size[b] += 1
        else:
            for q in range(6):
                x = ring[q]
                if x >= 0 and x != a and x != b:
                    border[a, x] += 1; border[x, a] += 1
                    border[b, x] -= 1; border[x, b] -= 1
            border[a, b] -= na - nb_; border[b, a] -= na - nb_

def borders_of(lab, nbr, nl):
    b = np.zeros((nl, nl))
    for k in range(3):
        ok = nbr[:, k] >= 0
        p, q = lab[ok], lab[nbr[ok, k]]
        d = p != q
        np.add.at(b, (p[d], q[d]), 1); np.add.at(b, (q[d], p[d]), 1)
    return b

def keep_largest(lab, nbr):
    comp, comps = np.full(len(lab), -1), []
    for c in range(len(lab)):
        if comp[c] >= 0:
            continue
        cells, stack = [c], [c]
        comp[c] = len(comps)
        while stack:
            for v in nbr[stack.pop()]:
                if v >= 0 and comp[v] < 0 and lab[v] == lab[c]:
                    comp[v] = comp[c]; stack.append(v); cells.append(v)
        comps.append(cells)
    best = {}
    for i, cells in enumerate(comps):
        l = lab[cells[0]]
        if l not in best or len(cells) > len(comps[best[l]]):
            best[l] = i
    bad = {c for i, cells in enumerate(comps) if best[lab[cells[0]]] != i for c in cells}
    while bad:
        ch = {}
        for c in sorted(bad):
            ls = [lab[v] for v in nbr[c] if v >= 0 and v not in bad]
            if ls:
                ch[c] = max(set(ls), key=lambda z: (ls.count(z), z))
        for c, l in ch.items():
            lab[c] = l; bad.discard(c)

def grow(data, kind):
    names = list(AREAS) + list(BARRIERS)
    idx = {n: i for i, n in enumerate(names)}
    nl = len(names)
    jj, ii = np.divmod(np.arange(NX * NY), NX)
    px, py = (ii - PAD) * DX + (jj & 1) * DX / 2, (jj - PAD) * DY
    nbr = neighbours()
    dist = np.zeros((len(px), nl))
    for n in names:
        pts, r = AREAS[n][:2] if n in AREAS else BARRIERS[n][1:3]
        d = seg_dist(px, py, pts) - r
        for pts, r in ARMS.get(n, []):
            d = np.minimum(d, seg_dist(px, py, pts) - r)
        dist[:, idx[n]] = d
    lab = np.argmin(dist, 1).astype(np.int64)
    for n in ISLANDS:
        lab[dist[:, idx[n]] < 0] = idx[n]
    keep_largest(lab, nbr)
    sea = np.array([kind.get(n) == "sea" for n in names])
    cost = np.maximum(dist, -30) / 40.0
    cost = np.where(cost > 0, np.abs(cost) ** 1.5, cost * 0.5)
    coast = 0.95 * noise(px, py, 85, 1) + 0.75 * noise(px, py, 38, 2)
    for n in names:                                   # capes and bays, crooked inland borders
        i = idx[n]
        cost[:, i] += np.where(sea[i], -coast, coast) + 0.55 * noise(px, py, 60, 50 + i)
        if n not in EDGE_OF_BOARD:
            cost[(px < 30) | (px > W - 30) | (py < 30) | (py > H - 30), i] += 60
    allowed, need = np.zeros((nl, nl), np.bool_), np.zeros((nl, nl))
    for a, b in data["edges"]:
        if a in idx and b in idx:
            i, j = idx[a], idx[b]
            allowed[i, j] = allowed[j, i] = True
            need[i, j] = need[j, i] = 21
    for (a, b), v in LONGER.items():
        need[idx[a], idx[b]] = need[idx[b], idx[a]] = v
    for b, spec in BARRIERS.items():
        for x in spec[4]:
            i, j = idx[b], idx[x]
            allowed[i, j] = allowed[j, i] = True
            need[i, j] = need[j, i] = 5
    cell = DX * DY
    target = np.array([(AREAS[n][2] if n in AREAS else BARRIERS[n][3]) * 1000 / cell for n in names])
    target[~sea] *= 1.03
    target[sea] *= (len(px) - target[~sea].sum()) / target[sea].sum()
    for k, (sweeps, t0, t1, wf, wn) in enumerate([(150, 6, 2, 2, 2), (200, 3, .7, 6, 4), (300, 1.2, .12, 20, 8)]):
        size = np.bincount(lab, minlength=nl).astype(np.float64)
        border = borders_of(lab, nbr, nl)
        anneal(lab, nbr, cost, allowed, need, size, target, border, sweeps, t0, t1, .75, 1.0, 2.2, wf, wn, SEED + k)
        if k < 2:
            keep_largest(lab, nbr)
    border = borders_of(lab, nbr, nl)
    bad = [(names[i], names[j]) for i in range(nl) for j in range(i) if border[i, j] > 0 and not allowed[i, j]]
    short = [(names[i], names[j], border[i, j]) for i in range(nl) for j in range(i) if need[i, j] > 0 and border[i, j] < min(need[i, j], 10)]
    print("grow: forbidden borders", bad, "short", short)
    return names, lab, px, py, nbr

# ---------------------------------------------------------------- 2. trace
def trace(lab, px, py, nbr):
    """arcs between junctions: list of (points, label one, label two)"""
    rr = S / math.sqrt(3)
    key = lambda x, y: (round(x * 50), round(y * 50))
    pos, edges = {}, {}
    for c in range(len(lab)):
        for k in range(3):
            m = nbr[c, k]
            if m < 0 or lab[m] == lab[c]:
                continue
            ang = [0, 60, 120][k]
            ends = []
            for d in (-30, 30):
                t = math.radians(ang + d)
                x, y = px[c] + rr * math.cos(t), py[c] + rr * math.sin(t)
                kk = key(x, y)
                kk = next((q for q in ((kk[0] + u, kk[1] + v) for u in (0, -1, 1) for v in (0, -1, 1)) if q in pos), kk)
                pos.setdefault(kk, (x, y)); ends.append(kk)
            edges[tuple(sorted(ends))] = tuple(sorted((lab[c], lab[m])))
    adj = {}
    for a, b in edges:
        adj.setdefault(a, []).append(b); adj.setdefault(b, []).append(a)
    arcs, used = [], set()
    def walk(a, b):
        path = [a, b]; used.add(tuple(sorted((a, b))))
        while len(adj[path[-1]]) == 2 and path[-1] != path[0]:
            nxt = [v for v in adj[path[-1]] if v != path[-2]][0]
            used.add(tuple(sorted((path[-1], nxt)))); path.append(nxt)
        return path
    for a in sorted(adj):
        if len(adj[a]) != 2:
            for b in sorted(adj[a]):
                if tuple(sorted((a, b))) not in used:
                    arcs.append((walk(a, b), edges[tuple(sorted((a, b)))]))
    for a, b in sorted(edges):
        if (a, b) not in used:
            arcs.append((walk(a, b), edges[(a, b)]))
    return pos, adj, arcs

# ---------------------------------------------------------------- 3. shape
def smooth(pos, adj, rounds=10):
    p = {k: np.array(v) for k, v in pos.items()}
    for r in range(rounds):
        for lam in (0.55, -0.30):
            q = {}
            for k, v in p.items():
                if len(adj[k]) == 1:
                    q[k] = v; continue
                q[k] = v + lam * (sum(p[n] for n in adj[k]) / len(adj[k]) - v)
            p = q
    return p

def resample(pts, step):
    ls = LineString(pts)
    n = max(3, round(ls.length / step))
    return [np.array(ls.interpolate(i / n, normalized=True).coords[0]) for i in range(n + 1)]

def roughen(pts, amp, rng, levels):
    for _ in range(levels):
        out = [pts[0]]
        for a, b in zip(pts, pts[1:]):
            d = b - a
            n = np.array([-d[1], d[0]])
            out += [(a + b) / 2 + n * amp * rng.uniform(-1, 1), b]
        pts, amp = out, amp * 0.75
    return pts

def shape(pos, adj, arcs, names, kind):
    p = smooth(pos, adj)
    out, done = [], []
    for i, (path, (la, lb)) in enumerate(arcs):
        a, b = names[la], names[lb]
        ks = sorted([kind.get(a, "barrier"), kind.get(b, "barrier")])
        raw = [p[k] for k in path]
        if ks == ["sea", "sea"]:
            typ, pts = "sea", resample(raw, 13)
        elif "sea" in ks:
            typ, pts = "coast", resample(raw, 15)
        else:
            typ, pts = ("land" if "barrier" not in ks else "barrier"), resample(raw, 17)
        base = {"coast": .30, "land": .14, "barrier": .14, "sea": 0}[typ]
        for k, damp in enumerate((1, 1, .8, .6, .4, .2, 0)):      # calmer until it crosses nothing
            rng = np.random.RandomState(1000 + i + 500 * k)
            q = roughen(pts, base * damp, rng, 2) if base else chaikin(pts, 1)
            q = [(round(float(x), 1), round(float(y), 1)) for x, y in q]
            ls = LineString(q)
            ends = unary_union([Point(q[0]), Point(q[-1])]).buffer(.06)
            if ls.is_simple and all(ls.disjoint(o) or ends.covers(ls.intersection(o)) for o in done):
                break
        else:
            print("crossing arc", typ, a, b)
        done.append(ls)
        out.append((typ, a, b, q))
    return out

def chaikin(pts, n):
    for _ in range(n):
        q = [pts[0]]
        for a, b in zip(pts, pts[1:]):
            q += [a * .75 + b * .25, a * .25 + b * .75]
        pts = q + [pts[-1]]
    return pts

def polygons(arcs, lab, names, px, py):
    """faces of the arc network, each given to the label of the cells inside"""
    frame = box(0, 0, W, H)
    lines, borders = [], []
    for typ, a, b, pts in arcs:
        ls = LineString(pts).intersection(frame)
        for g in getattr(ls, "geoms", [ls]):
            if g.geom_type == "LineString" and g.length > .5:
                c = [(min(max(round(x, 1), 0), W), min(max(round(y, 1), 0), H)) for x, y in g.coords]
                lines.append(LineString(c)); borders.append([typ, a, b, c])
    cuts = sorted({q for l in lines for q in (l.coords[0], l.coords[-1])
                   if q[0] in (0, W) or q[1] in (0, H)}, key=lambda q: frame.exterior.project(Point(q)))
    ring = sorted(cuts + [(0, 0), (W, 0), (W, H), (0, H)], key=lambda q: frame.exterior.project(Point(q)))
    lines += [LineString([ring[i], ring[(i + 1) % len(ring)]]) for i in range(len(ring)) if ring[i] != ring[(i + 1) % len(ring)]]
    faces = list(polygonize(unary_union(lines)))
    got = {}
    for f in faces:
        inner = prep(f)
        x0, y0, x1, y1 = f.bounds
        sel = np.where((px > x0) & (px < x1) & (py > y0) & (py < y1))[0]
        votes = [lab[c] for c in sel if inner.contains(Point(px[c], py[c]))]
        if not votes:
            print("tiny face", f.area, f.representative_point()); continue
        l = names[max(set(votes), key=votes.count)]
        got.setdefault(l, []).append(f)
    for n in names:
        assert len(got.get(n, [])) == 1, (n, [f.area for f in got.get(n, [])])
    return {n: got[n][0] for n in names}, borders

# ---------------------------------------------------------------- 4. ports
def splice(sea, line, q, R):
    """cut the basin (disc q, R minus land) out of the sea along existing coast vertices: no new point on the land's ring"""
    pts = list(line.coords)
    near = [i for i, c in enumerate(pts) if math.dist(c, q) < R]
    if len(near) < 4 or near[0] == 0 or near[-1] == len(pts) - 1:
        return None
    i, j = near[0], near[-1]
    shore = pts[i:j + 1]
    ang = lambda c: math.atan2(c[1] - q[1], c[0] - q[0])
    a0, a1 = ang(pts[j]), ang(pts[i])
    best = None
    for turn in (1, -1):
        sweep = (turn * (a1 - a0)) % (2 * math.pi)
        n = max(6, int(sweep * R / 5))
        arc = [(round(float(q[0] + R * math.cos(a0 + turn * sweep * k / n)), 1), round(float(q[1] + R * math.sin(a0 + turn * sweep * k / n)), 1))
               for k in range(1, n)]
        basin = Polygon(shore + arc)
        if not basin.is_valid or not sea.contains(LineString(arc)) or not basin.contains(Point(q)):
            continue
        for r, ring in enumerate([sea.exterior] + list(sea.interiors)):
            c = list(ring.coords[:-1])
            if shore[0] not in c or shore[-1] not in c or shore[len(shore) // 2] not in c:
                continue
            c = c[c.index(shore[0]):] + c[:c.index(shore[0])]
            if c[:len(shore)] == shore:
                c = [shore[0]] + arc[::-1] + c[len(shore) - 1:]
            else:
                c = c[::-1]; c = c[-1:] + c[:-1]
                if c[:len(shore)] != shore:
                    continue
                c = [shore[0]] + arc[::-1] + c[len(shore) - 1:]
            rings = [list(x.coords) for x in [sea.exterior] + list(sea.interiors)]
            rings[r] = c
            left = Polygon(rings[0], rings[1:])
            if left.is_valid and abs(left.area + basin.area - sea.area) < 1:
                best = (basin, left)
    return best

def cut_ports(data, poly):
    """harbour basin: a disc a little seaward of the shared coast, minus the land"""
    ports = {}
    for a in data["areas"]:
        if a["kind"] != "port":
            continue
        land, sea = a["port_of_land"], a["port_to_sea"]
        merged = linemerge(poly[land].boundary.intersection(poly[sea].boundary))
        others = unary_union([poly[n] for n in poly if n not in (land, sea)] + [p["shape"] for p in ports.values()])
        line = max(getattr(merged, "geoms", [merged]), key=lambda g: g.length)
        line = LineString([(round(x, 1), round(y, 1)) for x, y in line.coords])
        found = []
        for R in (48, 45, 42, 39):
            for t in np.linspace(0.02, .98, 97):
                c = np.array(line.interpolate(t, normalized=True).coords[0])
                for ang in np.linspace(0, 2 * math.pi, 32, endpoint=False):
                    q = c + .42 * R * np.array([math.cos(ang), math.sin(ang)])
                    P = Point(q)
                    if not poly[sea].contains(P):
                        continue
                    room, frame = others.distance(P), min(q[0], q[1], W - q[0], H - q[1])
                    if room < R + 9 or frame < R + 12:
                        continue
                    disc = P.buffer(R, 24)
                    frac = disc.intersection(poly[sea]).area / disc.area
                    found.append((-abs(frac - .74) * 3 + min(room, 110) / 220 - abs(t - .5) * .3 + min(frame, 90) / 200 + R / 40, q[0], q[1], R))
        for score, x, y, R in sorted(found, reverse=True):
            cut = splice(poly[sea], line, np.array([x, y]), R)
            if cut:
                ports[a["id"]] = {"land": land, "sea": sea, "shape": cut[0], "centre": (x, y)}
                poly[sea] = cut[1]
                break
        else:
            print("no place", a["id"], len(found))
    return ports

# ---------------------------------------------------------------- 5. anchors
UNIT, ORDER, TOKEN, ICON = 37, 50, 36, 25      # diameters on the board
PORT_UNIT, PORT_ORDER = 28, 38
LABEL_LAND, LABEL_SEA = 23, 25

def label_lines(a):
    return LINES.get(a["id"], [a["name"]])

def label_discs(a, size):
    """a line of text as a row of discs (x, y, r)"""
    ls, out = label_lines(a), []
    for k, t in enumerate(ls):
        y, w = (k - (len(ls) - 1) / 2) * size * .95, len(t) * size * .50
        n = max(2, math.ceil(w / (size * .6)))
        out += [(-w / 2 + size * .38 + (w - size * .76) * i / (n - 1), y, size * .40) for i in range(n)]
    return out

@nb.njit
def settle(field, fx, fy, step, discs, gid, variants, nvar, start, slack, cx, cy, pref, tries, seed):
    """anneal the places of disc groups; field = signed distance to the border. Returns positions, variants, worst fault."""
    ng = start.shape[0]
    s = np.uint64(seed)
    mul, inc = np.uint64(6364136223846793005), np.uint64(1442695040888963407)
    best_pos, best_var, best_e, best_v = start.copy(), np.zeros(ng, np.int64), 1e18, 1e9
    for run in range(4):
        pos, var = start.copy(), np.zeros(ng, np.int64)
        e, v = 1e18, 1e9
        for it in range(tries):
            f = it / tries
            g = 0; nx_ = 0.0; ny_ = 0.0; nv = 0
            if it > 0:
                s = s * mul + inc
                g = np.int64(s >> np.uint64(33)) % ng
                s = s * mul + inc; u1 = np.float64(s >> np.uint64(11)) / 9007199254740992.0
                s = s * mul + inc; u2 = np.float64(s >> np.uint64(11)) / 9007199254740992.0
                s = s * mul + inc; u3 = np.float64(s >> np.uint64(11)) / 9007199254740992.0
                reach = 70 * (1 - f) + 2
                ox, oy, ov = pos[g, 0], pos[g, 1], var[g]
                if u3 < .12 and nvar[g] > 1:
                    var[g] = np.int64(u1 * nvar[g])
                elif u3 < .22:
                    h = np.int64(u1 * ng)
                    g2 = h
                    pos[g, 0] = pos[g2, 0] + (u2 - .5) * 90; pos[g, 1] = pos[g2, 1] + (u1 - .5) * 90
                else:
                    pos[g, 0] += (u1 - .5) * 2 * reach; pos[g, 1] += (u2 - .5) * 2 * reach
            # energy
            hard, worst = 0.0, 0.0
            nd = gid.shape[0]
            for i in range(nd):
                a = gid[i]
                x = pos[a, 0] + variants[var[a], i, 0]; y = pos[a, 1] + variants[var[a], i, 1]; r = variants[var[a], i, 2]
                ix = np.int64((x - fx) / step); iy = np.int64((y - fy) / step)
                d = -60.0
                if 0 <= ix < field.shape[1] and 0 <= iy < field.shape[0]:
                    d = field[iy, ix]
                o = r + slack[a] - d
                if o > 0:
                    hard += o * o
                    if o > worst: worst = o
                for j in range(i):
                    b = gid[j]
                    if a == b: continue
                    x2 = pos[b, 0] + variants[var[b], j, 0]; y2 = pos[b, 1] + variants[var[b], j, 1]
                    o = r + variants[var[b], j, 2] + 1.5 - math.sqrt((x - x2) ** 2 + (y - y2) ** 2)
                    if o > 0:
                        hard += o * o
                        if o > worst: worst = o
            soft = 0.0
            # groups: 0 units, 1 order, 2 label, 3 icons, 4 token
            soft += .5 * math.sqrt((pos[0, 0] - cx) ** 2 + (pos[0, 1] - cy) ** 2) + .35 * math.sqrt((pos[1, 0] - cx) ** 2 + (pos[1, 1] - cy) ** 2)
            soft += .35 * abs(math.sqrt((pos[0, 0] - pos[1, 0]) ** 2 + (pos[0, 1] - pos[1, 1]) ** 2) - 66)
            soft += .45 * abs(pos[2, 0] - cx) + .12 * abs(pos[2, 1] - cy)
            if pos[2, 1] > pos[0, 1]: soft += 18
            if pos[1, 0] < pos[0, 0]: soft += 5
            if var[0] != 0: soft += 22 if var[0] == 2 else 11
            if pref[3] > 0:
                soft += .45 * abs(pos[3, 0] - pos[2, 0]) + .45 * abs(abs(pos[3, 1] - pos[2, 1]) - pref[2])
                if var[3] != 0: soft += 4
                if pos[3, 1] < pos[2, 1]: soft += 6
            if pref[4] > 0:
                soft += .2 * math.sqrt((pos[4, 0] - pos[0, 0]) ** 2 + (pos[4, 1] - pos[0, 1]) ** 2)
            ne = soft + hard * (.3 + 6 * f)
            ok = it == 0 or ne <= e
            if not ok:
                s = s * mul + inc
                ok = np.float64(s >> np.uint64(11)) / 9007199254740992.0 < math.exp(-(ne - e) / (14 * (1 - f) ** 2 + .15))
            if ok:
                e = ne; v = worst
            else:
                pos[g, 0] = ox; pos[g, 1] = oy; var[g] = ov
        if e < best_e:
            best_e, best_v = e, v
            best_pos[:] = pos; best_var[:] = var
    return best_pos, best_var, best_v

def pack(a, poly):
    """places for units, order, label, icons and token of one area"""
    sea = a["kind"] == "sea"
    types = ([a["fortification"]] if a["fortification"] != "none" else []) + ["supply"] * a["supply_icons"] + ["power"] * a["power_icons"]
    if a["home_of"]:
        types.append("home:" + a["home_of"])
    x0, y0, x1, y1 = poly.bounds
    step = 2.0
    fx, fy = x0 - 8, y0 - 8
    gx, gy = np.meshgrid(np.arange(fx, x1 + 8, step) + step / 2, np.arange(fy, y1 + 8, step) + step / 2)
    inside = shapely.contains_xy(poly, gx.ravel(), gy.ravel()).reshape(gx.shape)
    m = 12
    inside &= gy > (44 if a["id"] == "castle-black" else m)     # below the wall
    inside &= (gx > m) & (gx < W - m) & (gy > m) & (gy < H - m)
    field = (distance_transform_edt(inside) - distance_transform_edt(~inside)) * step
    c = polylabel(poly, 1)
    h = (UNIT + 2) / 2
    u = UNIT / 2
    groups = [
        [[(-h, -h, u), (h, -h, u), (-h, h, u), (h, h, u)],
         [(-3 * h, 0, u), (-h, 0, u), (h, 0, u), (3 * h, 0, u)], [(0, -3 * h, u), (0, -h, u), (0, h, u), (0, 3 * h, u)],
         [(-h * 1.5, -h * .87, u), (h * .5, -h * .87, u), (-h * .5, h * .87, u), (h * 1.5, h * .87, u)],
         [(-h * .5, -h * .87, u), (h * 1.5, -h * .87, u), (-h * 1.5, h * .87, u), (h * .5, h * .87, u)]],
        [[(0, 0, ORDER / 2)]],
        [label_discs(a, LABEL_SEA if sea else LABEL_LAND)]]
    n, k = len(types), ICON + 1
    if n:
        row = [((i - (n - 1) / 2) * k, 0, ICON / 2) for i in range(n)]
        groups.append([row] + ([[(y, x, r) for x, y, r in row]] if n > 1 else []) +
                      ([[(-k / 2, -k * .43, ICON / 2), (k / 2, -k * .43, ICON / 2), (0, k * .43, ICON / 2)]] if n == 3 else []) +
                      ([[((i % 2 - .5) * k, (i // 2 - .5) * k, ICON / 2) for i in range(4)]] if n == 4 else []))
    else:
        groups.append([[]])
    groups.append([[(0, 0, TOKEN / 2)]] if not sea else [[]])
    gid = np.array([i for i, g in enumerate(groups) for _ in g[0]])
    nvar = np.array([len(g) for g in groups])
    variants = np.zeros((nvar.max(), len(gid), 3))
    for v in range(nvar.max()):
        variants[v] = np.array([d for g in groups for d in g[min(v, len(g) - 1)]])
    start = np.array([[c.x, c.y]] * 5)
    slack = np.array([3.0, 3.0, .5, 4.0, 4.0])
    nl = len(label_lines(a))
    pref = np.array([0, 0, (nl * LABEL_LAND * .95 + ICON) / 2 + 1, 1.0 if n else 0.0, 0.0 if sea else 1.0])
    pos, var, worst = settle(field, fx, fy, step, variants[0], gid, variants, nvar, start, slack, c.x, c.y, pref, 60000, 99)
    got = [[(pos[i, 0] + d[0], pos[i, 1] + d[1]) for d in g[var[i]]] for i, g in enumerate(groups)]
    return got, pos, types, worst

def berth(shape, d):
    """three ships and an order in a port: the order as far seaward as it can lie"""
    x0, y0, x1, y1 = shape.bounds
    gx, gy = np.meshgrid(np.arange(x0, x1, 3), np.arange(y0, y1, 3))
    pts = np.c_[gx.ravel(), gy.ravel()]
    pts = pts[shapely.contains_xy(shape, pts[:, 0], pts[:, 1])]
    field = np.array([shape.boundary.distance(Point(p)) for p in pts])
    for f in (1, .95, .9, .85, .8, .75):
        ru, ro = PORT_UNIT / 2 * f, PORT_ORDER / 2 * f
        seats = pts[field >= ro]
        for o in sorted(seats, key=lambda p: -float(np.dot(p, d)))[:60]:
            free = pts[(field >= ru) & (np.hypot(*(pts - o).T) >= ru + ro)]
            if len(free) < 3:
                continue
            dist = np.hypot(free[:, None, 0] - free[None, :, 0], free[:, None, 1] - free[None, :, 1])
            best = None
            for i in range(len(free)):
                for j in np.where(dist[i] >= 2 * ru)[0]:
                    if j <= i:
                        continue
                    k = np.where((dist[i] >= 2 * ru) & (dist[j] >= 2 * ru))[0]
                    k = k[k > j]
                    if len(k):
                        s = np.minimum(dist[i, k], dist[j, k]) + dist[i, j] * .3
                        m = k[np.argmax(s)]
                        if best is None or s.max() > best[0]:
                            best = (s.max(), [free[i], free[j], free[m]])
            if best:
                return best[1], o
    raise SystemExit("port too small")

def main():
    data = facts.load()
    area = {a["id"]: a for a in data["areas"]}
    kind = {k: a["kind"] for k, a in area.items()}
    names, lab, px, py, nbr = grow(data, kind)
    pos, adj, arcs = trace(lab, px, py, nbr)
    poly, borders = polygons(shape(pos, adj, arcs, names, kind), lab, names, px, py)
    for a, b in data["edges"]:
        if a in poly and b in poly:
            l = poly[a].boundary.intersection(poly[b].boundary)
            x0, y0, x1, y1 = l.bounds
            if math.hypot(x1 - x0, y1 - y0) < 48:
                print("short border", a, b, "length", round(l.length), "span", round(math.hypot(x1 - x0, y1 - y0)))
    ports = cut_ports(data, poly)
    r1 = lambda v: round(float(v), 1)
    ring = lambda p: [[r1(x), r1(y)] for x, y in p.exterior.coords[:-1]]
    holes = lambda p: [[[r1(x), r1(y)] for x, y in h.coords[:-1]] for h in p.interiors]
    out = {"about": "Our own drawing of the board (computed, see generate.py). Units: canvas units; y down.",
           "canvas": {"width": W, "height": H}, "sizes": {"unit": UNIT, "order": ORDER, "token": TOKEN, "icon": ICON, "portUnit": PORT_UNIT, "portOrder": PORT_ORDER},
           "areas": {}, "barriers": {}, "borders": []}
    for n, a in area.items():
        if a["kind"] == "port":
            continue
        got, at, types, worst = pack(a, poly[n])
        if worst > 2:
            print("tight", n, round(worst, 1), "area", round(poly[n].area))
        c = polylabel(poly[n], 1)
        e = {"kind": a["kind"], "path": ring(poly[n]), "holes": holes(poly[n]), "centre": [r1(c.x), r1(c.y)],
             "clearance": r1(poly[n].boundary.distance(c)),
             "label": {"at": [r1(at[2][0]), r1(at[2][1])], "lines": label_lines(a), "size": LABEL_SEA if a["kind"] == "sea" else LABEL_LAND},
             "units": [[r1(x), r1(y)] for x, y in got[0]], "order": [r1(v) for v in got[1][0]]}
        if got[4]:
            e["token"] = [r1(v) for v in got[4][0]]
        if types:
            e["icons"] = [{"type": t, "at": [r1(x), r1(y)]} for t, (x, y) in zip(types, got[3])]
        out["areas"][n] = e
    for n, p in ports.items():
        cx, cy = p["centre"]
        land = np.array(poly[p["land"]].centroid.coords[0])
        c = polylabel(p["shape"], .5)
        cen = np.array([c.x, c.y])
        # towards the open sea
        d = np.array(p["shape"].centroid.coords[0]) - np.array(p["shape"].boundary.intersection(poly[p["land"]].boundary).centroid.coords[0])
        d /= max(np.hypot(*d), 1e-6)
        mid = np.array(p["shape"].centroid.coords[0])
        slots, order = berth(p["shape"], d)
        out["areas"][n] = {"kind": "port", "land": p["land"], "sea": p["sea"], "path": ring(p["shape"]), "holes": [],
                           "centre": [r1(c.x), r1(c.y)], "clearance": r1(p["shape"].boundary.distance(c)), "seaward": [r1(d[0]), r1(d[1])],
                           "units": [[r1(v) for v in q] for q in slots], "order": [r1(v) for v in order],
                           "icons": [{"type": "port", "at": [r1(mid[0]), r1(mid[1])]}]}
    for b, spec in BARRIERS.items():
        out["barriers"][b] = {"type": spec[0], "between": spec[4], "path": ring(poly[b]), "holes": [],
                              "centre": [r1(v) for v in polylabel(poly[b], 1).coords[0]]}
    for typ, a, b, pts in borders:
        out["borders"].append({"type": typ, "between": [a, b], "points": [[r1(x), r1(y)] for x, y in pts]})
    s = json.dumps(out, ensure_ascii=False, separators=(",", ":"))
    s = s.replace('},"', '},\n"').replace('{"type":"coast"', '\n{"type":"coast"').replace('{"type":"land"', '\n{"type":"land"').replace('{"type":"sea"', '\n{"type":"sea"')
    open(OUT, "w").write(s + "\n")
    print("areas", len(out["areas"]), "bytes", len(s))

if __name__ == "__main__":
    main()
