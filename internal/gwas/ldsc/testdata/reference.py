#!/usr/bin/env python3
"""Writes reference_test.go: LD score regression of the made variants, by matrices of numpy, with every block of the
jack-knife left out and fitted anew. Bulik-Sullivan et al. 2015, Nat Genet 47:291-295 and 47:1236-1241."""
import math

import numpy as np

M, BLOCKS, BOUND = 1e6, 200, 30.0


def made(n):
    state = 20151

    def uniform():
        nonlocal state
        state = (state * 1664525 + 1013904223) % 2**32
        return (state + 0.5) / 2**32

    rows = []
    for _ in range(n):
        ld = 0.5 - 40 * math.log(uniform())
        weight = 0.3 + ld * (0.2 + 0.5 * uniform())
        n1, n2 = 80000 + 20000 * uniform(), 40000 + 5000 * uniform()
        radius, angle = math.sqrt(-2 * math.log(uniform())), 2 * math.pi * uniform()
        a, b = radius * math.cos(angle), radius * math.sin(angle)
        z1 = a * math.sqrt(1.05 + 0.4 * n1 * ld / 1e6 / 2)
        z2 = (0.5 * a + 0.8 * b) * math.sqrt(0.98 + 0.3 * n2 * ld / 1e6)
        rows.append((z1, n1, z2, n2, ld, weight))
    return np.array(rows).T


def least_squares(columns, y, w):
    root = np.sqrt(w)
    answer, *_ = np.linalg.lstsq(np.column_stack([c * root for c in columns]), y * root, rcond=None)
    return answer


def regress(y, x, weigh, null, few):
    """Slope and intercept of all, and of all but each block: the two steps of the authors."""
    one = np.ones_like(y)
    first = weigh((y.mean() - null) / x.mean(), null)

    w = first
    for _ in range(2):
        slope, constant = least_squares([x[few], one[few]], y[few], w[few])
        w = weigh(slope, constant)
    slope1, intercept = least_squares([x[few], one[few]], y[few], w[few])

    v = first
    for _ in range(2):
        (slope2,) = least_squares([x], y - intercept, v)
        v = weigh(slope2, intercept)
    (slope2,) = least_squares([x], y - intercept, v)

    where = np.flatnonzero(few)
    edges = np.floor(np.linspace(0, len(where), BLOCKS + 1)).astype(int)
    bounds = [0] + [where[e] for e in edges[1:-1]] + [len(y)]
    turn = np.sum(first * x) / np.sum(first * x * x)
    slopes, intercepts = [], []
    for start, stop in zip(bounds, bounds[1:]):
        keep = np.ones(len(y), bool)
        keep[start:stop] = False
        some = keep & few
        _, i = least_squares([x[some], one[some]], y[some], w[some])
        (s,) = least_squares([x[keep]], y[keep] - intercept, v[keep])
        slopes.append(s - turn * (i - intercept))
        intercepts.append(i)
    return slope2, intercept, np.array(slopes), np.array(intercepts)


def error(whole, without):
    pseudo = BLOCKS * whole - (BLOCKS - 1) * without
    return math.sqrt(np.var(pseudo, ddof=1) / BLOCKS)


def heritability(z, n, ld, weight):
    def weigh(slope, intercept):
        h2 = min(max(slope, 0), 1)
        return 1 / (2 * (intercept + h2 * n * np.fmax(ld, 1) / M) ** 2) / np.fmax(weight, 1)

    return regress(z * z, n * ld / M, weigh, 1.0, z * z < BOUND)


z1, n1, z2, n2, ld, weight = made(6000)
h1 = heritability(z1, n1, ld, weight)
h2 = heritability(z2, n2, ld, weight)


def weigh(slope, intercept):
    l = np.fmax(ld, 1) / M
    a = min(max(h1[0], 0), 1) * n1 * l + h1[1]
    b = min(max(h2[0], 0), 1) * n2 * l + h2[1]
    c = min(max(slope, -1), 1) * np.sqrt(n1 * n2) * l + intercept
    return 1 / (a * b + c * c) / np.fmax(weight, 1)


g = regress(z1 * z2, np.sqrt(n1 * n2) * ld / M, weigh, 0.0, (z1 * z1 < BOUND) & (z2 * z2 < BOUND))
rg = g[0] / math.sqrt(h1[0] * h2[0])
inflation = np.mean(z1 * z1) - 1
values = {
    "H1": (h1[0], error(h1[0], h1[2])),
    "I1": (h1[1], error(h1[1], h1[3])),
    "R1": ((h1[1] - 1) / inflation, error(h1[1], h1[3]) / inflation),
    "H2": (h2[0], error(h2[0], h2[2])),
    "I2": (h2[1], error(h2[1], h2[3])),
    "Cov": (g[0], error(g[0], g[2])),
    "I12": (g[1], error(g[1], g[3])),
    "RG": (rg, error(rg, g[2] / np.sqrt(h1[2] * h2[2]))),
}
print("// Written by testdata/reference.py.\npackage ldsc\n\n// Estimates and their standard errors.\nvar (")
for name, (value, se) in values.items():
    print(f"\treference{name} = [2]float64{{{value!r}, {se!r}}}".replace("np.float64(", "").replace(")", ""))
print(")")
