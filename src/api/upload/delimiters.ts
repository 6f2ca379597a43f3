import { RecordReader } from "./records.ts";

const CANDIDATES = [",", ";", "\t", "|"];
const SAMPLE_BYTES = 65_536;
const SAMPLE_RECORDS = 200;

interface Sampling {
  skipRows: number;
  trims: boolean;
}

export function delimiterOf(text: Uint8Array, sampling: Sampling): string {
  const sample = wholeLines(text);
  const scored = CANDIDATES.map((delimiter) => ({ delimiter, ...scoreOf(sample, delimiter, sampling) }));
  const best = scored.reduce((a, b) => (b.share > a.share || (b.share === a.share && b.fields > a.fields) ? b : a));
  return best.share > 0 ? best.delimiter : ",";
}

export function wholeLines(text: Uint8Array): Uint8Array {
  if (text.length <= SAMPLE_BYTES) return text;
  const end = text.lastIndexOf(10, SAMPLE_BYTES);
  return text.subarray(0, end > 0 ? end : SAMPLE_BYTES);
}

function scoreOf(
  text: Uint8Array,
  delimiter: string,
  { skipRows, trims }: Sampling,
): { share: number; fields: number } {
  const records = new RecordReader(text, { delimiter: Buffer.from(delimiter), trims });
  const counts = new Map<number, number>();
  let total = 0;
  let first = 0;
  try {
    records.skipLines(skipRows);
    while (total < SAMPLE_RECORDS && records.next()) {
      if (records.end === records.start) continue;
      total++;
      first ||= records.fields;
      counts.set(records.fields, (counts.get(records.fields) ?? 0) + 1);
    }
  } catch {
    // A sample may end inside quotes; quotes that don't fit this delimiter count as one more record.
    total++;
  }
  const most = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [1, 0]);
  const isTable = most[0] > 1 && (first > 1 || isBelowTitle(most, total));
  return isTable ? { share: most[1] / total, fields: most[0] } : { share: 0, fields: 1 };
}

const MAX_TITLES = 5;
const MIN_FIELDS = 3;

/** A text in one column, such as names with commas, rarely has as many delimiters in every line. */
const isBelowTitle = ([fields, records]: readonly [fields: number, records: number], total: number) =>
  fields >= MIN_FIELDS && records > 1 && total - records <= MAX_TITLES;
