import { t } from "../../i18n/translate.ts";
import type { App } from "../../server/app.ts";
import {
  type CheckResult,
  type ColumnCheck,
  checkColumns,
  MAX_SHOWN,
  readStaged,
  type StagedTable,
} from "./column-checks.ts";
import type { ColumnReading } from "./column-reading.ts";
import { dateReadings, looksLikeDate } from "./date-readings.ts";
import { decimalOf, type NumberFormat, PLAIN, plainNumber, THOUSANDS } from "./number-format.ts";
import { booleanReading, numberReadings } from "./number-readings.ts";
import { signCheck, signNote, signOf, withoutSignIn } from "./signs.ts";

/**
 * A column gets a type only if every value of the whole file reads back as it was written; otherwise it is text, with
 * the reason. The first rows only pick the candidates.
 */

export interface TextColumn {
  id: string;
  name: string;
  text: string;
}

export interface RequestedFormat {
  decimal?: "." | "," | undefined;
  thousands?: string | undefined;
  dayFirst?: boolean | undefined;
  isCommaDelimited: boolean;
}

export interface DetectedType {
  reading?: ColumnReading;
  note?: string;
  /** Of currency or percent, if most values have it. */
  sign?: string;
}

export interface DetectedTypes {
  types: DetectedType[];
  numbers: NumberFormat;
  isDecimalKnown: boolean;
  dayFirst?: boolean;
}

const SAMPLE_ROWS = 1000;
const SAMPLE_CELLS = 200_000;

export async function detectTypes(
  app: App,
  staged: StagedTable,
  { columns, requested }: { columns: readonly TextColumn[]; requested: RequestedFormat },
): Promise<DetectedTypes> {
  const samples = await samplesOf(app, staged, columns);
  const decimal =
    requested.decimal ?? decimalOf(samples.flat().map(withoutSignIn)) ?? (requested.isCommaDelimited ? "." : undefined);
  const formats = formatsOf(decimal, requested.thousands);
  const states = columns.map((column, at): ColumnState => stateOf(column, samples[at] ?? [], { formats, requested }));
  await checkReadings(
    app,
    staged,
    picked(states, (state) => firstOf(state.readings)),
  );
  await checkReadings(
    app,
    staged,
    picked(states, (state) => (state.fitting.length > 0 ? [] : state.readings)),
  );
  const order = orderOf(states, requested);
  const notes = await notesOf(app, staged, { states, order });
  const types = states.map((state, at): DetectedType => {
    const reading = resolvedReading(state, order);
    if (reading) return { reading };
    const note = notes[at];
    return { ...(note === undefined ? {} : { note }), ...(state.sign === undefined ? {} : { sign: state.sign }) };
  });
  const used = types.find(({ reading }) => reading?.numbers && reading.numbers.thousands !== "")?.reading?.numbers;
  return {
    types,
    numbers: used ?? { decimal: decimal ?? ".", thousands: requested.thousands ?? "" },
    isDecimalKnown: decimal !== undefined,
    ...(order === undefined ? {} : { dayFirst: order === "day" }),
  };
}

async function samplesOf(app: App, staged: StagedTable, columns: readonly TextColumn[]): Promise<string[][]> {
  if (columns.length === 0) return [];
  const rows = Math.max(1, Math.min(SAMPLE_ROWS, Math.floor(SAMPLE_CELLS / columns.length)));
  const texts = columns.map(({ text }, i) => `${text} AS x${i}`);
  const first = await readStaged(app, staged, `SELECT ${texts.join(", ")} FROM ${staged.table} LIMIT ${rows}`);
  const samples = first.map((values) => distinct(Array.from(values)));
  const missing = columns.filter((_, at) => samples[at]?.length === 0);
  if (missing.length === 0) return samples;
  const ends = missing.map(({ text }) => `min(${text}), max(${text})`);
  const found = await readStaged(app, staged, `SELECT ${ends.join(", ")} FROM ${staged.table}`);
  for (const [i, column] of missing.entries()) {
    samples[columns.indexOf(column)] = distinct([found[i * 2]?.[0], found[i * 2 + 1]?.[0]]);
  }
  return samples;
}

const distinct = (values: readonly unknown[]) => [
  ...new Set(values.filter((value): value is string => typeof value === "string")),
];

/** Without a known decimal separator 1,234 is ambiguous: only unambiguous formats are tried. */
function formatsOf(decimal: "." | "," | undefined, thousands: string | undefined): NumberFormat[] {
  const other = decimal === "," ? "." : ",";
  const defaults = THOUSANDS.filter(
    (mark) => mark !== decimal && (decimal !== undefined || (mark !== "." && mark !== other)),
  );
  const groups = thousands === undefined ? defaults : thousands === "" ? [] : [thousands];
  const sign = decimal ?? PLAIN.decimal;
  return ["", ...groups].map((mark) => ({ decimal: sign, thousands: mark }));
}

interface ColumnState {
  column: TextColumn;
  sample: readonly string[];
  readings: ColumnReading[];
  fitting: ColumnReading[];
  nearest?: ColumnReading | undefined;
  failure?: CheckResult | undefined;
  sign?: string | undefined;
}

interface Formats {
  formats: readonly NumberFormat[];
  requested: RequestedFormat;
}

function stateOf(column: TextColumn, sample: readonly string[], { formats, requested }: Formats): ColumnState {
  if (sample.length === 0) return { column, sample, readings: [], fitting: [] };
  const numbers = formats.flatMap((format) => numberReadings(sample, format));
  const candidates = [booleanReading, ...numbers].filter((reading) => sample.every((text) => reading.couldFit(text)));
  const readings = [...candidates, ...dateReadings(sample, requested.dayFirst)];
  const nearest = readings[0] ?? nearestOf(sample, numbers, requested);
  const sign = nearest ? undefined : signOf(sample);
  return { column, sample, readings, fitting: [], nearest, ...(sign === undefined ? {} : { sign }) };
}

function nearestOf(
  sample: readonly string[],
  numbers: readonly ColumnReading[],
  requested: RequestedFormat,
): ColumnReading | undefined {
  const isMost = (is: (text: string) => boolean) => sample.filter(is).length * 2 >= sample.length;
  if (isMost((text) => booleanReading.couldFit(text))) return booleanReading;
  const looksLikeNumber = (text: string) =>
    numbers.some(({ numbers: format }) => format && /^[-+]?\d+(\.\d*)?$/.test(plainNumber(text, format) ?? ""));
  if (isMost(looksLikeNumber)) {
    const matches = (reading: ColumnReading) => sample.filter((text) => reading.couldFit(text)).length;
    return numbers.reduce((a, b) => (matches(b) > matches(a) ? b : a));
  }
  if (!isMost(looksLikeDate)) return undefined;
  return sample.map((text) => dateReadings([text], requested.dayFirst)[0]).find((reading) => reading !== undefined);
}

function firstOf(readings: readonly ColumnReading[]): ColumnReading[] {
  const [first] = readings;
  if (!first) return [];
  return first.order ? readings.filter(({ order }) => order !== undefined) : [first];
}

interface Picked {
  state: ColumnState;
  reading: ColumnReading;
}

const picked = (states: readonly ColumnState[], pick: (state: ColumnState) => readonly ColumnReading[]): Picked[] =>
  states.flatMap((state) => pick(state).map((reading) => ({ state, reading })));

async function checkReadings(app: App, staged: StagedTable, picks: readonly Picked[]): Promise<void> {
  const checks = picks.map(({ state, reading }): ColumnCheck => ({ text: state.column.text, holds: reading.fits }));
  const results = await checkColumns(app, staged, checks);
  for (const [at, { state, reading }] of picks.entries()) {
    const result = results[at];
    state.readings = state.readings.filter((one) => one !== reading);
    if (result?.broken === 0) state.fitting.push(reading);
    else if (result) ruleOut(state, reading, result);
  }
}

function ruleOut(state: ColumnState, reading: ColumnReading, failure: CheckResult): void {
  const { value = "" } = failure;
  if (reading === state.nearest) state.failure = failure;
  if (value.length < MAX_SHOWN) state.readings = state.readings.filter((one) => one.couldFit(value));
}

function orderOf(states: readonly ColumnState[], { dayFirst }: RequestedFormat): "day" | "month" | undefined {
  if (dayFirst !== undefined) return dayFirst ? "day" : "month";
  const orders = states.flatMap(({ fitting }) => {
    const found = new Set(fitting.map(({ order }) => order));
    return found.size === 1 ? [...found] : [];
  });
  const known = new Set(orders.filter((order) => order !== undefined));
  return known.size === 1 ? [...known][0] : undefined;
}

function resolvedReading({ fitting }: ColumnState, order: "day" | "month" | undefined): ColumnReading | undefined {
  const orders = new Set(fitting.flatMap(({ order }) => order ?? []));
  if (orders.size < 2) return fitting[0];
  return fitting.find((reading) => reading.order === order);
}

interface Resolved {
  states: readonly ColumnState[];
  order: "day" | "month" | undefined;
}

async function notesOf(app: App, staged: StagedTable, { states, order }: Resolved): Promise<(string | undefined)[]> {
  const open = states.flatMap((state) => {
    const { nearest, fitting } = state;
    return nearest && fitting.length === 0 ? [{ state, nearest }] : [];
  });
  const means = await checkColumns(
    app,
    staged,
    open.map(({ state, nearest }) => ({ text: state.column.text, holds: nearest.means })),
  );
  const unknown = open.filter(({ state }) => state.failure === undefined);
  const fits = await checkColumns(
    app,
    staged,
    unknown.map(({ state, nearest }) => ({ text: state.column.text, holds: nearest.fits })),
  );
  for (const [at, { state }] of unknown.entries()) state.failure = fits[at];
  const notes = new Map([
    ...open.map(
      ({ state, nearest }, at) =>
        [state, noteOf(nearest, { means: means[at], fits: state.failure, unit: staged.unit })] as const,
    ),
    ...(await signNotes(app, staged, states)),
  ]);
  return states.map((state) => {
    if (resolvedReading(state, order)) return undefined;
    return state.fitting.length > 0 ? ambiguous(state) : notes.get(state);
  });
}

async function signNotes(app: App, staged: StagedTable, states: readonly ColumnState[]) {
  const signed = states.flatMap((state) => (state.sign === undefined ? [] : [{ state, sign: state.sign }]));
  const results = await checkColumns(
    app,
    staged,
    signed.map(({ state, sign }) => signCheck(state.column.text, sign)),
  );
  return signed.map(({ state, sign }, at): [ColumnState, string | undefined] => {
    const result = results[at];
    return [state, result && signNote(sign, result, staged.unit)];
  });
}

const ambiguous = ({ sample }: ColumnState) =>
  t("Stored as text: dates like {date} could be day-first or month-first. Choose the date order.", {
    date: sample[0] ?? "",
  });

interface Findings {
  means: CheckResult | undefined;
  fits: CheckResult | undefined;
  unit: StagedTable["unit"];
}

function noteOf({ noun }: ColumnReading, { means, fits, unit }: Findings): string | undefined {
  if (!means || !fits) return undefined;
  const { place, value } = means.broken > 0 ? means : fits;
  if (place === undefined) return undefined;
  const where = { noun, unit, place, value: value ?? "" };
  if (means.broken > 0) {
    return t(
      "Stored as text: {broken, plural, one {# of {total, number} values isn't {noun, select, number {a number} boolean {true or false} date {a date} other {a datetime}}} other {# of {total, number} values aren't {noun, select, number {numbers} boolean {true or false} date {dates} other {datetimes}}}} ({unit, select, line {line} other {row}} {place, number}: \"{value}\").",
      { ...where, broken: means.broken, total: means.values },
    );
  }
  return t(
    'Stored as text: {broken, plural, one {# of {total, number} values} other {# of {total, number} values}} would change if stored as {noun, select, number {numbers} boolean {true or false} date {dates} other {datetimes}} ({unit, select, line {line} other {row}} {place, number}: "{value}").',
    { ...where, broken: fits.broken, total: fits.values },
  );
}
