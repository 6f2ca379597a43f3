import type { App } from "../../server/app.ts";
import { chosenOf, chosenPlan, type TextSource } from "./chosen-types.ts";
import type { StagedTable } from "./column-checks.ts";
import type { ColumnPlan } from "./column-plan.ts";
import { type DetectedType, detectTypes, type TextColumn } from "./detected-types.ts";
import { withoutMarks } from "./marked-cells.ts";
import { type NumberFormat, plainNumberSql } from "./number-format.ts";
import { assertColumnsThere, isRead, withIndex } from "./selected-columns.ts";
import type { FileSource, ReadFields } from "./sources.ts";
import { listed } from "./sql-text.ts";
import type { Target } from "./staging.ts";

/** The columns of a file whose cells are texts: CSV, and sheets of workbooks. */

/** What stands for no value in columns that aren't text: what pandas takes for it. */
const NULLS = ["", "#N/A", "#NA", "-NaN", "-nan", "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null"];

export interface TextPlans {
  plans: ColumnPlan[];
  detected: { numbers: NumberFormat; dayFirst?: boolean };
}

interface Source {
  source: FileSource & { kind: "text" };
  fields: ReadFields;
  target?: Target | undefined;
}

export async function textPlans(app: App, table: StagedTable, { source, fields, target }: Source): Promise<TextPlans> {
  const { names, delimiter } = source.prepared;
  assertColumnsThere(names, fields);
  const given = fields.null_values?.split(",").map((text) => text.trim());
  // The engine makes a join of `NOT IN`, which takes gigabytes for hundreds of columns.
  const withoutNulls = (id: string, nulls: readonly string[]) =>
    `CASE WHEN NOT list_contains(${listed([...new Set(nulls)])}, ${id}) THEN ${id} END`;
  const read = names.map((name, i) => ({ id: `c${i}`, name })).filter(({ name }) => isRead(name, fields));
  const ids = read.map(({ id }) => id);
  const cells =
    source.unit === "row"
      ? await withoutMarks(app, table, { ids, isPreview: target === undefined })
      : ids.map((sql) => ({ sql, note: undefined }));
  const columns = read.map((column, i): TextColumn & TextSource => {
    const sql = cells[i]?.sql ?? column.id;
    return {
      ...column,
      text: withoutNulls(sql, given ? ["", ...given] : NULLS),
      raw: given ? withoutNulls(sql, ["", ...given]) : sql,
    };
  });
  const { decimal_character: decimal, thousands_character: thousands, day_first: dayFirst } = fields;
  const isCommaDelimited = delimiter === ",";
  const wishes = {
    decimal,
    thousands,
    dayFirst,
    isCommaDelimited,
  };
  const { types, isDecimalKnown, ...detected } = await detectTypes(app, table, { columns, wishes });
  const fileOrder = detected.dayFirst === undefined ? undefined : detected.dayFirst ? "day" : "month";
  const plans = columns.map((column, at) => {
    const order = types[at]?.reading?.order ?? fileOrder;
    const format = { numbers: detected.numbers, isDecimalKnown, order };
    const chosen = chosenOf(column.name, { fields, target, format, names: columns.map(({ name }) => name) });
    const plan = chosen ? chosenPlan(column, chosen) : detectedPlan(column, types[at] ?? {});
    const note = cells[at]?.note;
    return note === undefined ? plan : { ...plan, note: plan.note ? `${note} ${plan.note}` : note };
  });
  return { plans: withIndex(plans, fields, table.place), detected };
}

function detectedPlan({ name, text, raw }: TextSource, { reading, note }: DetectedType): ColumnPlan {
  if (!reading) return { source: name, sql: raw, raw, note, column: { name, kind: "text", type: "VARCHAR" } };
  const { kind, type } = reading;
  const column = { name, kind, type };
  const shown = reading.numbers && plainNumberSql(text, reading.numbers);
  return { source: name, column, sql: `CAST(${reading.value(text)} AS ${type})`, raw, shown };
}
