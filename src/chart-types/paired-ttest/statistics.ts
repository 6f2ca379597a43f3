/** Two-sided p-value; undefined with fewer than two pairs. 0 or 1 for constant differences. */
export function pairedP(a: readonly number[], b: readonly number[]): number | undefined {
  const differences = a.slice(0, b.length).map((value, i) => value - (b[i] ?? 0));
  const count = differences.length;
  if (count < 2) return undefined;
  const mean = differences.reduce((sum, value) => sum + value, 0) / count;
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  if (variance === 0) return mean === 0 ? 1 : 0;
  const t = mean / Math.sqrt(variance / count);
  return twoSidedP(t, count - 1);
}

export function twoSidedP(t: number, degrees: number): number {
  return regularizedBeta(degrees / (degrees + t * t), { a: degrees / 2, b: 0.5 });
}

interface Shape {
  a: number;
  b: number;
}

function regularizedBeta(x: number, { a, b }: Shape): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(1 - x, { a: b, b: a });
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  return (front * betaFraction(x, { a, b })) / a;
}

const TINY = 1e-300;

function betaFraction(x: number, { a, b }: Shape): number {
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let result = d;
  const advance = (factor: number) => {
    d = 1 / nonZero(1 + factor * d);
    c = nonZero(1 + factor / c);
    result *= c * d;
    return Math.abs(c * d - 1);
  };
  for (let m = 1; m <= 300; m++) {
    advance((m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)));
    if (advance((-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))) < 1e-15) break;
  }
  return result;
}

const nonZero = (value: number) => (Math.abs(value) < TINY ? TINY : value);

const LANCZOS = [
  76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
  -0.5395239384953e-5,
];

function logGamma(x: number): number {
  const shifted = x + 5.5;
  const sum = LANCZOS.reduce((total, factor, i) => total + factor / (x + 1 + i), 1.000000000190015);
  return Math.log((2.5066282746310007 * sum) / x) - shifted + (x + 0.5) * Math.log(shifted);
}
