import { badRequest } from "../../model/errors.ts";

type Options = Readonly<Record<string, unknown>>;
type Shape = (size: number, options: Options) => number[];

const indexes = (size: number) => Array.from({ length: size }, (_, i) => i);

/** A sum of cosines over the window. */
const cosines =
  (...terms: number[]): Shape =>
  (size) =>
    indexes(size).map((i) => {
      const angle = -Math.PI + (2 * Math.PI * i) / (size - 1);
      return terms.reduce((total, term, k) => total + term * Math.cos(k * angle), 0);
    });

function required(options: Options, name: string): number {
  const value = options[name];
  if (typeof value === "number") return value;
  throw badRequest(`win_type needs ${name} in rolling_type_options`);
}

/** Shapes of windows as SciPy names and defines them, symmetric. */
const SHAPES: Readonly<Record<string, Shape>> = {
  boxcar: (size) => indexes(size).map(() => 1),
  triang: (size) =>
    indexes(size).map((i) => {
      const n = Math.min(i, size - 1 - i) + 1;
      return size % 2 === 0 ? (2 * n - 1) / size : (2 * n) / (size + 1);
    }),
  blackman: cosines(0.42, 0.5, 0.08),
  hamming: cosines(0.54, 0.46),
  hann: cosines(0.5, 0.5),
  nuttall: cosines(0.3635819, 0.4891775, 0.1365995, 0.0106411),
  blackmanharris: cosines(0.35875, 0.48829, 0.14128, 0.01168),
  bartlett: (size) => indexes(size).map((i) => 1 - Math.abs((2 * i) / (size - 1) - 1)),
  cosine: (size) => indexes(size).map((i) => Math.sin((Math.PI / size) * (i + 0.5))),
  bohman: (size) =>
    indexes(size).map((i) => {
      if (i === 0 || i === size - 1) return 0;
      const x = Math.abs(-1 + (2 * i) / (size - 1));
      return (1 - x) * Math.cos(Math.PI * x) + Math.sin(Math.PI * x) / Math.PI;
    }),
  parzen: (size) =>
    indexes(size).map((i) => {
      const n = Math.abs(i - (size - 1) / 2);
      const x = n / (size / 2);
      return n <= (size - 1) / 4 ? 1 - 6 * x ** 2 + 6 * x ** 3 : 2 * (1 - x) ** 3;
    }),
  barthann: (size) =>
    indexes(size).map((i) => {
      const x = Math.abs(i / (size - 1) - 0.5);
      return 0.62 - 0.48 * x + 0.38 * Math.cos(2 * Math.PI * x);
    }),
  gaussian: (size, options) => {
    const deviation = required(options, "std");
    return indexes(size).map((i) => Math.exp(-((i - (size - 1) / 2) ** 2) / (2 * deviation ** 2)));
  },
  exponential: (size, options) => {
    const decay = typeof options.tau === "number" ? options.tau : 1;
    return indexes(size).map((i) => Math.exp(-Math.abs(i - (size - 1) / 2) / decay));
  },
};

export function weightsOf(shape: string, size: number, options: Options): number[] {
  const make = Object.hasOwn(SHAPES, shape) ? SHAPES[shape] : undefined;
  if (!make) throw badRequest(`Invalid win_type: ${shape}`);
  return size === 1 ? [1] : make(size, options);
}
