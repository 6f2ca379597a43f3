/**
 * The uncertainty of a fitted trend model with seasons, after Taylor and Letham, "Forecasting at scale" (2018): future
 * trend changes come as often and as strongly as past ones did, and every value has the noise that the fit left over.
 * Seeded, so that equal data give equal bands.
 */
export interface Fitted {
  /** Noise of the observations and changes of the trend's slope, in units of `scale` and of the history's length. */
  sigma: number;
  deltas: readonly number[];
  /** Largest size of a value. */
  scale: number;
}

const SAMPLES = 1000;
const SEED = 20_201_112;

/**
 * Lower and upper distance of the band from the prediction at each time. Times are in units of the history: 0 its start,
 * 1 its end. Within the history the trend is known, and the band has one width.
 */
export function bandOf(
  fitted: Fitted,
  times: readonly number[],
  confidence: number,
): { lower: number[]; upper: number[] } {
  const noise = fitted.sigma * fitted.scale;
  const within = noise * normalQuantile(0.5 + confidence / 2);
  const future = times.filter((time) => time > 1);
  const samples = future.length > 0 ? futureSamples(fitted, future) : [];
  const lower: number[] = [];
  const upper: number[] = [];
  let next = 0;
  for (const time of times) {
    const sample = time > 1 ? samples[next++] : undefined;
    lower.push(sample ? quantile(sample, (1 - confidence) / 2) : -within);
    upper.push(sample ? quantile(sample, (1 + confidence) / 2) : within);
  }
  return { lower, upper };
}

/** For each time, sorted deviations from the prediction. */
function futureSamples({ sigma, deltas, scale }: Fitted, times: readonly number[]): Float64Array[] {
  const random = randomOf(SEED);
  const horizon = Math.max(0, (times.at(-1) ?? 1) - 1);
  const size = deltas.reduce((sum, delta) => sum + Math.abs(delta), 0) / Math.max(1, deltas.length) + 1e-8;
  const samples = times.map(() => new Float64Array(SAMPLES));
  for (let s = 0; s < SAMPLES; s++) {
    const changes = Array.from({ length: poisson(deltas.length * horizon, random) }, () => 1 + random() * horizon);
    changes.sort((a, b) => a - b);
    const slopes = changes.map(() => laplace(size, random));
    let deviation = 0;
    let slope = 0;
    let from = 1;
    let passed = 0;
    times.forEach((time, i) => {
      for (let change = changes[passed]; change !== undefined && change <= time; change = changes[passed]) {
        deviation += slope * (change - from);
        from = change;
        slope += slopes[passed++] ?? 0;
      }
      deviation += slope * (time - from);
      from = time;
      const sample = samples[i];
      if (sample) sample[s] = (deviation + sigma * normal(random)) * scale;
    });
  }
  for (const sample of samples) sample.sort();
  return samples;
}

function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  return low + ((sorted[below + 1] ?? low) - low) * (place - below);
}

/** Mulberry32: 32 bits of state, even, quick. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function laplace(size: number, random: () => number): number {
  const share = random() - 0.5;
  return -size * Math.sign(share) * Math.log(1 - 2 * Math.abs(share));
}

/** Knuth's for small means; the normal approximation beyond, where nobody could tell them apart. */
function poisson(mean: number, random: () => number): number {
  if (mean > 200) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}

/** Inverse of the normal distribution for shares above a half, by bisection of its integral. */
function normalQuantile(share: number): number {
  let low = 0;
  let high = 10;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Share of a normal distribution below `z` >= 0 (Marsaglia's series, exact to rounding). */
function normalShare(z: number): number {
  let term = z;
  let sum = z;
  for (let k = 3; Math.abs(term) > 1e-17 * sum && k < 400; k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return 0.5 + sum * Math.exp((-z * z) / 2 - 0.918938533204672);
}
