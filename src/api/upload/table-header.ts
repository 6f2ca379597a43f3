import type { RecordReader } from "./records.ts";

/** Finds the header of a table that stands below titles or notes. */

const SAMPLE_RECORDS = 200;
const MAX_TITLE_RECORDS = 50;
const LABEL = /\p{L}/u;
const YEAR = /^(19|20)\d\d$/;

interface Sampled {
  place: number;
  cells: readonly string[];
}

function sampled(records: RecordReader, unit: "line" | "row"): Sampled[] {
  const found: Sampled[] = [];
  try {
    while (found.length < SAMPLE_RECORDS && records.next()) {
      const cells = records.texts().filter((text) => text.trim() !== "");
      if (cells.length > 0) found.push({ place: unit === "line" ? records.line : records.number, cells });
    }
  } catch {
    // A sample may end inside quotes.
  }
  return found;
}

const isHeader = ({ cells }: Sampled, usual: number) =>
  cells.length > 1 && cells.length >= usual && cells.every((text) => LABEL.test(text) || YEAR.test(text.trim()));

/** The line or row of the header, if the first record looks like a title: it has at most half the cells of the others. */
export function headerBelow(records: RecordReader, unit: "line" | "row"): number | undefined {
  const [first, ...others] = sampled(records, unit);
  if (!first) return undefined;
  const counts = new Map<number, number>();
  for (const { cells } of others) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [usual] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [1, 0]);
  if (first.cells.length * 2 > usual) return undefined;
  return others.slice(0, MAX_TITLE_RECORDS).find((record) => isHeader(record, usual))?.place;
}
