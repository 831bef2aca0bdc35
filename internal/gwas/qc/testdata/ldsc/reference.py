#!/usr/bin/env python3
"""LD score regression of two tables, in plain Python and from the published formulas alone.

    reference.py draw     writes one.tsv.gz and two.tsv.gz: two made studies at the places of scores.tsv.gz
    reference.py expect   reads the three files and writes expected.json

Bulik-Sullivan et al. 2015, Nat Genet 47:291-295 (heritability, weights in their Supplementary Note 1; with two steps)
and 47:1236-1241 (two studies, formulas of the covariance and its weights; in one step). Standard errors are those of
200 adjacent blocks, each left out and the line fitted anew to the rest.
"""
import gzip
import json
import math
import random
import sys

M = 1173569  # common variants behind the scores: the sum of the 22 files .l2.M_5_50 of eur_w_ld_chr
BLOCKS, BOUND = 200, 30.0
OTHER_STRAND = {"A": "T", "C": "G", "G": "C", "T": "A"}


def read(name):
    with gzip.open(name, "rt") as f:
        header = f.readline().rstrip("\n").split("\t")
        return [dict(zip(header, line.rstrip("\n").split("\t"))) for line in f]


# --- the two studies -------------------------------------------------------------------------------------------

def draw():
    r = random.Random(1847)
    tables = [[], []]
    for i, s in enumerate(read("scores.tsv.gz")):
        ld = max(float(s["L2"]), 0)
        effects, people = r.gauss(0, 1), r.gauss(0, 1)
        shared = (0.7 * effects + math.sqrt(1 - 0.49) * r.gauss(0, 1), 0.25 * people + math.sqrt(1 - 0.0625) * r.gauss(0, 1))
        ea, oa = r.choice([("A", "C"), ("A", "G"), ("C", "A"), ("G", "A"), ("C", "T"), ("T", "G")])
        eaf = r.uniform(0.02, 0.98)
        for k, (n, h2, z0) in enumerate([(120000, 0.35, (effects, people)), (80000, 0.5, shared)]):
            z = math.sqrt(n * h2 * ld / M) * z0[0] + z0[1]
            n -= r.randrange(0, 2000)
            f = eaf + r.uniform(-0.01, 0.01)
            if i % 97 == 5 + k:
                n //= 2  # measured in far fewer people than most
            if i % 89 == 7 + k:
                f = 0.004  # too rare
            a, b = ea, oa
            if k == 1 and i % 2:
                a, b, z, f = b, a, -z, 1 - f
            if k == 1 and i % 3 == 0:
                a, b = OTHER_STRAND[a], OTHER_STRAND[b]
            if i % 53 == 11 + k:
                continue  # in one of the two files only
            if k == 1 and i % 61 == 20:
                b = next(x for x in "ACGT" if x not in (a, b, OTHER_STRAND[a]))  # another variant at the place
            se = 1 / math.sqrt(2 * f * (1 - f) * n)
            p = math.erfc(abs(z) / math.sqrt(2))
            tables[k].append((s["CHR"], s["BP"], s["SNP"], a, b, f"{z * se:.9g}", f"{se:.9g}", f"{f:.6g}", f"{p:.9g}", str(n)))
    head = "chromosome base_pair_location rsid effect_allele other_allele beta standard_error effect_allele_frequency p_value n"
    for name, rows in zip(("one", "two"), tables):
        with open(name + ".tsv.gz", "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as f:
            for row in [head.split()] + rows:
                f.write(("\t".join(row) + "\n").encode())


# --- the regressions -------------------------------------------------------------------------------------------

def line(x, y, w):
    """Weighted least squares about the means."""
    total = math.fsum(w)
    mx = math.fsum(a * b for a, b in zip(w, x)) / total
    my = math.fsum(a * b for a, b in zip(w, y)) / total
    slope = math.fsum(a * (b - mx) * (c - my) for a, b, c in zip(w, x, y)) / math.fsum(a * (b - mx) ** 2 for a, b in zip(w, x))
    return slope, my - slope * mx


def through(x, y, w, constant):
    return math.fsum(a * b * (c - constant) for a, b, c in zip(w, x, y)) / math.fsum(a * b * b for a, b in zip(w, x))


def pick(rows, *columns):
    return [[c[i] for i in rows] for c in columns]


def bounds(n):
    return [math.floor(k * n / BLOCKS) for k in range(BLOCKS + 1)]


def error(whole, without):
    pseudo = [BLOCKS * whole - (BLOCKS - 1) * v for v in without]
    mean = math.fsum(pseudo) / BLOCKS
    return math.sqrt(math.fsum((p - mean) ** 2 for p in pseudo) / (BLOCKS - 1) / BLOCKS)


def settle(x, y, weigh, start, fit):
    w = weigh(*start)
    for _ in range(2):
        w = weigh(*fit(x, y, w))
    return w


def one_step(x, y, weigh, start):
    w = settle(x, y, lambda s, c: weigh(s, c, range(len(x))), start, line)
    edges, lines = bounds(len(x)), []
    for a, b in zip(edges, edges[1:]):
        keep = [i for i in range(len(x)) if not a <= i < b]
        lines.append(line(*pick(keep, x, y, w)))
    return line(x, y, w), lines


def two_steps(x, y, weigh, start):
    """Those of moderate chi-square decide the intercept, all the slope; a block's slope is corrected for its intercept."""
    every = range(len(x))
    few = [i for i in every if y[i] < BOUND]
    fx, fy = pick(few, x, y)
    fw = settle(fx, fy, lambda s, c: weigh(s, c, few), start, line)
    _, intercept = line(fx, fy, fw)
    w = settle(x, y, lambda s, c: weigh(s, c, every), start, lambda x, y, w: (through(x, y, w, intercept), intercept))
    slope = through(x, y, w, intercept)
    first = weigh(*start, every)
    turn = math.fsum(a * b for a, b in zip(first, x)) / math.fsum(a * b * b for a, b in zip(first, x))
    edges, lines = bounds(len(few)), []
    ends = [0] + [few[e] for e in edges[1:-1]] + [len(x)]
    for k in range(BLOCKS):
        keep = [i for i in range(len(few)) if not edges[k] <= i < edges[k + 1]]
        _, c = line(*pick(keep, fx, fy, fw))
        keep = [i for i in every if not ends[k] <= i < ends[k + 1]]
        lines.append((through(*pick(keep, x, y, w), intercept) - turn * (c - intercept), c))
    return (slope, intercept), lines


def within(v, low, high):
    return min(max(v, low), high)


def of_one(z, n, ld, steps):
    chi2 = [v * v for v in z]
    x = [a * b / M for a, b in zip(n, ld)]

    def weigh(h2, intercept, rows):
        return [1 / (2 * (intercept + within(h2, 0, 1) * n[i] * max(ld[i], 1) / M) ** 2 * max(ld[i], 1)) for i in rows]

    start = ((math.fsum(chi2) - len(z)) / math.fsum(x), 1.0)
    return steps(x, chi2, weigh, start), math.fsum(chi2) / len(z)


def of_two(z1, n1, z2, n2, ld):
    (one, without1), _ = of_one(z1, n1, ld, one_step)
    (two, without2), _ = of_one(z2, n2, ld, one_step)
    n = [math.sqrt(a * b) for a, b in zip(n1, n2)]
    product = [a * b for a, b in zip(z1, z2)]
    x = [a * b / M for a, b in zip(n, ld)]

    def weigh(covariance, intercept, rows):
        out = []
        for i in rows:
            l = max(ld[i], 1)
            a = within(one[0], 0, 1) * n1[i] * l / M + one[1]
            b = within(two[0], 0, 1) * n2[i] * l / M + two[1]
            c = within(covariance, -1, 1) * n[i] * l / M + intercept
            out.append(1 / ((a * b + c * c) * l))
        return out

    (slope, intercept), without = one_step(x, product, weigh, (math.fsum(product) / math.fsum(x), 0.0))
    correlation = slope / math.sqrt(one[0] * two[0])
    ratios = [a[0] / math.sqrt(b[0] * c[0]) for a, b, c in zip(without, without1, without2)]
    return (correlation, error(correlation, ratios)), (intercept, error(intercept, [v[1] for v in without]))


# --- which variants --------------------------------------------------------------------------------------------

def place(row):
    return row["chromosome"], row["base_pair_location"]


def usable(rows, scores):
    """Common variants with a score, of nearly the sample size of the others."""
    rows = [r for r in rows if place(r) in scores and 0.01 <= float(r["effect_allele_frequency"]) <= 0.99]
    ns = sorted(float(r["n"]) for r in rows)
    return [r for r in rows if float(r["n"]) >= ns[(len(ns) - 1) * 9 // 10] / 1.5]


def told_of(row, ea, oa):
    """The z-score of the allele ea of the pair ea and oa; None when the row is of another variant."""
    z, mine = float(row["beta"]) / float(row["standard_error"]), (row["effect_allele"], row["other_allele"])
    for a, b in (mine, tuple(OTHER_STRAND[x] for x in mine)):
        if (a, b) == (ea, oa):
            return z
        if (b, a) == (ea, oa):
            return -z
    return None


def expect():
    scores = {(s["CHR"], s["BP"]): float(s["L2"]) for s in read("scores.tsv.gz")}
    files = [usable(read(name), scores) for name in ("one.tsv.gz", "two.tsv.gz")]
    out = {}
    for name, rows in zip(("one", "two"), files):
        z = [float(r["beta"]) / float(r["standard_error"]) for r in rows]
        (whole, without), chi2 = of_one(z, [float(r["n"]) for r in rows], [scores[place(r)] for r in rows], two_steps)
        out[name] = {"variants": len(rows), "mean_chi2": chi2,
                     "h2": whole[0], "h2_se": error(whole[0], [l[0] for l in without]),
                     "intercept": whole[1], "intercept_se": error(whole[1], [l[1] for l in without])}
    second = {place(r): r for r in files[1]}
    pairs = []
    for r in files[0]:
        if place(r) in second:
            ea, oa = r["effect_allele"], r["other_allele"]
            z2 = told_of(second[place(r)], ea, oa)
            if z2 is not None:
                pairs.append((told_of(r, ea, oa), float(r["n"]), z2, float(second[place(r)]["n"]), scores[place(r)]))
    correlation, intercept = of_two(*zip(*pairs))
    out["both"] = {"variants": len(pairs), "genetic_correlation": correlation[0], "genetic_correlation_se": correlation[1],
                   "intercept": intercept[0], "intercept_se": intercept[1]}
    with open("expected.json", "w") as f:
        json.dump(out, f, indent=2)
        f.write("\n")


{"draw": draw, "expect": expect}[sys.argv[1]]()
