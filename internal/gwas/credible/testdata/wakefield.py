"""Computes testdata/wakefield.json: approximate Bayes factors and posteriors in 60 digits, straight from the definition
of Wakefield 2009 (doi:10.1002/gepi.20359): the density of the estimate where the effect is drawn from N(0, W), over that
where there is none, as two normal densities. It shares nothing with the package. Run: python3 wakefield.py > wakefield.json
"""
import json, random
from mpmath import mp, mpf, exp, log, pi, sqrt, nstr

mp.dps = 60
random.seed(2009)


def log_density(x, variance):
    return -log(sqrt(2 * pi * variance)) - x * x / (2 * variance)


def log_bf(beta, se, w):
    v = mpf(se) ** 2
    return log_density(mpf(beta), v + mpf(w)) - log_density(mpf(beta), v)


def case(n, w, spread):
    beta = [round(random.gauss(0, spread), 6) for _ in range(n)]
    se = [round(random.uniform(0.005, 0.12), 6) for _ in range(n)]
    logs = [log_bf(b, s, w) for b, s in zip(beta, se)]
    top = max(logs)
    total = sum(exp(x - top) for x in logs)
    return {
        "w": w, "beta": beta, "se": se,
        "log_bf": [nstr(x, 25) for x in logs],
        "posterior": [nstr(exp(x - top) / total, 25) for x in logs],
    }


cases = [case(6, 0.04, 0.1), case(8, 0.0225, 0.3), case(5, 0.04, 0.01), case(4, 1e-4, 0.05), case(3, 0.04, 5)]
print(json.dumps(cases, indent=1))
