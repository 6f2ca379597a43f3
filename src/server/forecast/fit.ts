import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import {
  initSync,
  Prophet,
  type ProphetInitialParams,
  type ProphetOptimizedParams,
  type ProphetOptimizeOptions,
  type ProphetOptimizeOutput,
  type ProphetSeasonalityOption,
  type ProphetStanData,
} from "@bsull/augurs/prophet";

/** Fits series with the Prophet model, compiled to WebAssembly. Only the forecasting thread loads this module. */

type Seasonality = boolean | number | null;

export interface ForecastRequest {
  /** Epoch milliseconds, ascending: the history's, then the future ones. */
  at: readonly number[];
  series: readonly (readonly (number | null)[])[];
  /** Share of outcomes inside the band, between 0 and 1. */
  confidence: number;
  yearly: Seasonality;
  weekly: Seasonality;
  daily: Seasonality;
}

export interface Prediction {
  yhat: number[];
  lower: number[];
  upper: number[];
}

export type ForecastReply = { id: number } & ({ predictions: Prediction[] } | { error: string });

type Optimize = (init: ProphetInitialParams, data: string, options: ProphetOptimizeOptions) => ProphetOptimizeOutput;

const SEED = 1;
/** When the line search of a nearly exact fit fails, fewer steps still give a good fit. */
const ATTEMPTS: readonly ProphetOptimizeOptions[] = [{}, { iter: 100 }, { iter: 30 }];

const require = createRequire(import.meta.url);
initSync({ module: readFileSync(require.resolve("@bsull/augurs/prophet").replace(/\.js$/, "_bg.wasm")) });

class Optimizer {
  #optimize: Optimize | undefined;
  #instances = 0;
  isBroken = false;

  async load(): Promise<Optimize> {
    if (this.#optimize && !this.isBroken) return this.#optimize;
    const { href } = pathToFileURL(require.resolve("@bsull/augurs-prophet-wasmstan"));
    const module = (await import(`${href}?instance=${this.#instances++}`)) as { optimizer: { optimize: Optimize } };
    this.isBroken = false;
    this.#optimize = module.optimizer.optimize;
    return this.#optimize;
  }
}

const optimizer = new Optimizer();

export async function fitAll(request: ForecastRequest): Promise<Prediction[]> {
  const predictions: Prediction[] = [];
  for (const values of request.series) predictions.push(fitOne(request, values, await optimizer.load()));
  return predictions;
}

function fitOne(request: ForecastRequest, values: readonly (number | null)[], optimize: Optimize): Prediction {
  const seconds = request.at.map((ms) => ms / 1000);
  const points = values.flatMap((value, i) => (value === null ? [] : [{ at: seconds[i] ?? 0, value }]));
  let params: ProphetOptimizedParams | undefined;
  const model = new Prophet({
    optimizer: {
      optimize: (init, data, options) => {
        const output = optimizeOrLine(optimize, init, { data, options });
        params = output.params;
        return output;
      },
    },
    yearlySeasonality: seasonality(request.yearly),
    weeklySeasonality: seasonality(request.weekly),
    dailySeasonality: seasonality(request.daily),
    uncertaintySamples: 0,
  });
  try {
    model.fit({ ds: points.map(({ at }) => at), y: points.map(({ value }) => value) }, { seed: SEED });
    const yhat = [...model.predict({ ds: seconds }).yhat.point];
    const start = points[0]?.at ?? 0;
    const length = (points.at(-1)?.at ?? start) - start || 1;
    const fitted = {
      sigma: params?.sigmaObs ?? 0,
      deltas: Array.from(params?.delta ?? []),
      scale: points.reduce((most, { value }) => Math.max(most, Math.abs(value)), 0) || 1,
    };
    const band = bandOf(
      fitted,
      seconds.map((at) => (at - start) / length),
      request.confidence,
    );
    const from = (distances: readonly number[]) => yhat.map((value, i) => value + (distances[i] ?? 0));
    return { yhat, lower: from(band.lower), upper: from(band.upper) };
  } finally {
    model.free();
  }
}

function seasonality(option: Seasonality): ProphetSeasonalityOption {
  if (option === null) return { type: "auto" };
  if (typeof option === "boolean") return { type: "manual", enabled: option };
  return option === 0 ? { type: "manual", enabled: false } : { type: "fourier", order: option };
}

const NO_LOGS = { debug: "", info: "", warn: "", error: "", fatal: "" };

function optimizeOrLine(
  optimize: Optimize,
  init: ProphetInitialParams,
  { data, options }: { data: string; options: ProphetOptimizeOptions },
): ProphetOptimizeOutput {
  const stan = JSON.parse(data) as ProphetStanData;
  const isConstant = stan.y.every((value) => value === stan.y[0]);
  if (isConstant) return { logs: NO_LOGS, params: straightLine(stan, init) };
  for (const attempt of ATTEMPTS) {
    if (optimizer.isBroken) break;
    try {
      return optimize(init, data, { ...options, algorithm: "lbfgs", ...attempt });
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) optimizer.isBroken = true;
    }
  }
  return { logs: NO_LOGS, params: straightLine(stan, init) };
}

function straightLine({ t, y }: ProphetStanData, init: ProphetInitialParams): ProphetOptimizedParams {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanT, meanY] = [mean(t), mean(y)];
  const spread = mean(t.map((time) => (time - meanT) ** 2));
  const k = spread === 0 ? 0 : mean(t.map((time, i) => (time - meanT) * ((y[i] ?? 0) - meanY))) / spread;
  const m = meanY - k * meanT;
  const trend = Float64Array.from(t, (time) => k * time + m);
  const sigmaObs = Math.sqrt(mean(y.map((value, i) => (value - (trend[i] ?? 0)) ** 2))) || 1e-9;
  return { k, m, sigmaObs, delta: init.delta.map(() => 0), beta: init.beta.map(() => 0), trend };
}

/**
 * After Taylor and Letham, "Forecasting at scale" (2018): future trend changes have the rate and size of past ones,
 * plus the fit's noise. Seeded, so that equal data give equal bands.
 */
interface Fitted {
  /** In units of `scale` and of the history's length. */
  sigma: number;
  deltas: readonly number[];
  scale: number;
}

const SAMPLES = 1000;
const BAND_SEED = 20_201_112;

/** Lower and upper distance from the prediction. Times are relative to the history: 0 its start, 1 its end. */
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

function futureSamples({ sigma, deltas, scale }: Fitted, times: readonly number[]): Float64Array[] {
  const random = randomOf(BAND_SEED);
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

/** Knuth's algorithm for small means, else the normal approximation. */
function poisson(mean: number, random: () => number): number {
  if (mean > 200) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}

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

/** Marsaglia's series, exact to rounding. */
function normalShare(z: number): number {
  let term = z;
  let sum = z;
  for (let k = 3; Math.abs(term) > 1e-17 * sum && k < 400; k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return 0.5 + sum * Math.exp((-z * z) / 2 - 0.918938533204672);
}
