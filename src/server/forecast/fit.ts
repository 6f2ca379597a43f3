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
import { bandOf } from "./band.ts";
import type { ForecastRequest, Prediction, Seasonality } from "./protocol.ts";

/** Fits one series after the other with the Prophet model, compiled to WebAssembly. Only the forecasting thread loads this. */

type Optimize = (init: ProphetInitialParams, data: string, options: ProphetOptimizeOptions) => ProphetOptimizeOutput;

const SEED = 1;
/** When the line search of a nearly exact fit gives up, fewer steps of it still are a good fit. */
const ATTEMPTS: readonly ProphetOptimizeOptions[] = [{}, { iter: 100 }, { iter: 30 }];

const require = createRequire(import.meta.url);
initSync({ module: readFileSync(require.resolve("@bsull/augurs/prophet").replace(/\.js$/, "_bg.wasm")) });

/** The optimiser; a new instance when the last one has trapped and cannot be trusted any more. */
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

/** Predictions of every series of the request, in its order. */
export async function fitAll(request: ForecastRequest): Promise<Prediction[]> {
  const predictions: Prediction[] = [];
  for (const values of request.series) predictions.push(fitOne(request, values, await optimizer.load()));
  return predictions;
}

function fitOne(request: ForecastRequest, values: readonly (number | null)[], optimize: Optimize): Prediction {
  const seconds = request.at.map((ms) => ms / 1000);
  const known = values.flatMap((value, i) => (value === null ? [] : [{ at: seconds[i] ?? 0, value }]));
  let params: ProphetOptimizedParams | undefined;
  const model = new Prophet({
    optimizer: {
      optimize: (init, data, options) => {
        const output = optimized(optimize, init, { data, options });
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
    model.fit({ ds: known.map(({ at }) => at), y: known.map(({ value }) => value) }, { seed: SEED });
    const yhat = [...model.predict({ ds: seconds }).yhat.point];
    const start = known[0]?.at ?? 0;
    const length = (known.at(-1)?.at ?? start) - start || 1;
    const fitted = {
      sigma: params?.sigmaObs ?? 0,
      deltas: Array.from(params?.delta ?? []),
      scale: known.reduce((most, { value }) => Math.max(most, Math.abs(value)), 0) || 1,
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

/** Like the original library: a constant series needs no optimiser; others are tried with ever fewer steps. */
function optimized(
  optimize: Optimize,
  init: ProphetInitialParams,
  { data, options }: { data: string; options: ProphetOptimizeOptions },
): ProphetOptimizeOutput {
  const stan = JSON.parse(data) as ProphetStanData;
  const isConstant = stan.y.every((value) => value === stan.y[0]);
  if (isConstant) return { logs: NO_LOGS, params: line(stan, init) };
  for (const attempt of ATTEMPTS) {
    if (optimizer.isBroken) break;
    try {
      return optimize(init, data, { ...options, algorithm: "lbfgs", ...attempt });
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) optimizer.isBroken = true;
    }
  }
  return { logs: NO_LOGS, params: line(stan, init) };
}

/** The straight line through the points, for what no optimiser can fit. */
function line({ t, y }: ProphetStanData, init: ProphetInitialParams): ProphetOptimizedParams {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanT, meanY] = [mean(t), mean(y)];
  const spread = mean(t.map((time) => (time - meanT) ** 2));
  const k = spread === 0 ? 0 : mean(t.map((time, i) => (time - meanT) * ((y[i] ?? 0) - meanY))) / spread;
  const m = meanY - k * meanT;
  const trend = Float64Array.from(t, (time) => k * time + m);
  const sigmaObs = Math.sqrt(mean(y.map((value, i) => (value - (trend[i] ?? 0)) ** 2))) || 1e-9;
  return { k, m, sigmaObs, delta: init.delta.map(() => 0), beta: init.beta.map(() => 0), trend };
}
