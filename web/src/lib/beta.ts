/** The beta distribution: what the order statistics of P values follow when there is nothing but chance. */

/** ln Γ, by Lanczos; accurate to 1e-13 in the range used here. */
function lnGamma(x: number): number {
  const g = [
    676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
    -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  const t = x - 1;
  const sum = g.reduce((all, value, i) => all + value / (t + i + 1), 0.99999999999980993);
  const w = t + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (t + 0.5) * Math.log(w) - w + Math.log(sum);
}

/** Lentz's continued fraction of the incomplete beta integral. */
function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const kept = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let h = d;
  for (let m = 1; m <= 1000; m++) {
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / kept(1 + term * d);
      c = kept(1 + term / c);
      h *= d * c;
    }
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return h;
}

/** P(X ≤ x) for X of Beta(a, b). */
export function betaBelow(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b;
}

/**
 * The quantile of Beta(a, b) for `share`, by bisection on the log scale, because the strongest P
 * values are very small.
 */
export function betaQuantile(share: number, a: number, b: number): number {
  let low = Math.log(1e-300);
  let high = 0;
  for (let turn = 0; turn < 80; turn++) {
    const middle = (low + high) / 2;
    if (betaBelow(Math.exp(middle), a, b) < share) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}
