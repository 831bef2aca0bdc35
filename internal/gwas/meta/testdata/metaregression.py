"""Computes testdata/metaregression.json: meta-regressions on axes of genetic variation in 60 digits,
straight from the formulas of Maegi et al. 2017 (doi:10.1093/hmg/ddx280), by normal equations and the
eigenvectors of mpmath. It shares nothing with the package. Run: python3 metaregression.py > metaregression.json
"""
import json, random
from mpmath import mp, mpf, matrix, eigsy, gammainc, log10, sqrt, inverse, findroot

mp.dps = 60
random.seed(20171)


def axes_of(freq, t):
    k, m = len(freq), len(freq[0])
    d = matrix(k, k)
    for i in range(k):
        for j in range(k):
            d[i, j] = sum((mpf(freq[i][v]) - mpf(freq[j][v])) ** 2 for v in range(m)) / m
    c = matrix(k, k)
    for i in range(k):
        for j in range(k):
            c[i, j] = (1 if i == j else 0) - mpf(1) / k
    b = c * d * c / -2
    values, vectors = eigsy(b)
    order = sorted(range(k), key=lambda i: -values[i])[:t]
    places = [[vectors[i, o] * sqrt(values[o]) for o in order] for i in range(k)]
    for a in range(t):
        far = max(range(k), key=lambda i: abs(places[i][a]))
        if places[far][a] < 0:
            for i in range(k):
                places[i][a] = -places[i][a]
    return d, places, [values[o] / sum(values) for o in order]


def tail(x, df):
    return -log10(gammainc(mpf(df) / 2, x / 2, regularized=True))


def regress(beta, se, x):
    k, t = len(beta), len(x[0])
    w = [1 / mpf(s) ** 2 for s in se]
    b = [mpf(v) for v in beta]
    design = matrix(k, t + 1)
    for i in range(k):
        design[i, 0] = 1
        for a in range(t):
            design[i, a + 1] = mpf(x[i][a])
    weights = matrix(k, k)
    for i in range(k):
        weights[i, i] = w[i]
    information = design.T * weights * design
    covariance = inverse(information)
    coefficients = covariance * (design.T * weights * matrix(b))
    fit = design * coefficients
    mean = sum(w[i] * b[i] for i in range(k)) / sum(w)
    tss0 = sum(w[i] * b[i] ** 2 for i in range(k))
    tss = sum(w[i] * (b[i] - mean) ** 2 for i in range(k))
    rss = sum(w[i] * (b[i] - fit[i]) ** 2 for i in range(k))
    return {
        "effects": [float(v) for v in coefficients],
        "errors": [float(sqrt(covariance[a, a])) for a in range(t + 1)],
        "association": float(tss0 - rss), "p": float(tail(tss0 - rss, t + 1)),
        "ancestry": float(tss - rss), "ancestry_p": float(tail(tss - rss, t)),
        "residual": float(rss), "residual_p": float(tail(rss, k - t - 1)),
    }


cases = []
for k, t in [(4, 1), (5, 2), (6, 1), (7, 3), (8, 4), (12, 2)]:
    freq = []
    base = [random.uniform(0.2, 0.8) for _ in range(60)]
    drift = [[random.gauss(0, 0.08) for _ in range(60)] for _ in range(3)]
    for i in range(k):
        freq.append([round(min(0.94, max(0.06, base[v] + drift[i % 3][v] + random.gauss(0, 0.02))), 4) for v in range(60)])
    d, places, explained = axes_of(freq, t)
    for scale in (1, 5):
        beta = [round(scale * (random.gauss(0.05, 0.03) + 0.4 * float(places[i][0])), 5) for i in range(k)]
        se = [round(random.uniform(0.005, 0.06), 5) for _ in range(k)]
        x = [[float(v) for v in row] for row in places]
        cases.append({"frequencies": freq, "axes": t, "places": x, "explained": [float(v) for v in explained],
                      "beta": beta, "se": se, "want": regress(beta, se, x)})
medians = [float(findroot(lambda q, df=df: gammainc(mpf(df) / 2, q / 2, regularized=True) - mpf(1) / 2, mpf(df) - mpf("0.5"))) for df in range(1, 6)]
print(json.dumps({"cases": cases, "medians": medians}, separators=(",", ":")))
