import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { chosenOf, chosenPlan, type TextSource } from "./chosen-types.ts";
import { readStaged, type StagedTable } from "./column-checks.ts";
import type { ColumnPlan } from "./column-plan.ts";
import { assertColumnsExist, isRead, renamed, withIndex } from "./column-plan.ts";
import { type DateOrder, showsOrderSql } from "./date-readings.ts";
import { type DetectedType, detectTypes, type TextColumn } from "./detected-types.ts";
import { type NumberFormat, plainNumberSql } from "./number-format.ts";
import { ERROR_MARK, UNSTORED_MARK, unstoredText } from "./sheet-xml.ts";
import type { FileSource, ReadFields } from "./sources.ts";
import { listed, quoted } from "./sql-text.ts";
import type { Target } from "./staging.ts";

/** Texts that pandas reads as null, for columns that aren't text. */
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
  if (target) assertColumnsExist(names, fields);
  const nullTexts = fields.null_values?.split(",").map((text) => text.trim());
  // The engine turns `NOT IN` into a join, which takes gigabytes for hundreds of columns.
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
      text: withoutNulls(sql, nullTexts ? ["", ...nullTexts] : NULLS),
      raw: nullTexts ? withoutNulls(sql, ["", ...nullTexts]) : sql,
    };
  });
  const { decimal_character: decimal, thousands_character: thousands, day_first: dayFirst } = fields;
  const isCommaDelimited = delimiter === ",";
  const requested = {
    decimal,
    thousands,
    dayFirst,
    isCommaDelimited,
  };
  const { types, isDecimalKnown, ...detected } = await detectTypes(app, table, { columns, requested });
  const fileOrder = detected.dayFirst === undefined ? undefined : detected.dayFirst ? "day" : "month";
  const shown = dayFirst === undefined ? await shownOrders(app, table, chosenColumns(columns, { fields, target })) : [];
  const orders = new Map(shown);
  const plans = columns.map((column, at) => {
    const order = types[at]?.reading?.order ?? orders.get(column.name) ?? fileOrder;
    const format = { numbers: detected.numbers, isDecimalKnown, order };
    const chosen = chosenOf(column.name, { fields, target, format, names: columns.map(({ name }) => name) });
    const found = chosen ? chosenPlan(column, chosen) : detectedPlan(column, types[at] ?? {});
    const plan = { ...found, sign: types[at]?.sign };
    const note = cells[at]?.note;
    return note === undefined ? plan : { ...plan, note: plan.note ? `${note} ${plan.note}` : note };
  });
  const own = target?.columns ? plans : renamed(plans, fields);
  return { plans: withIndex(own, fields, table.place), detected };
}

const chosenColumns = <C extends { name: string }>(
  columns: readonly C[],
  { fields: { column_dates = [], column_data_types = {} }, target }: Omit<Source, "source">,
) => columns.filter(({ name }) => target?.columns || column_dates.includes(name) || name in column_data_types);

/** The order of day and month in columns that have no detected type, if their dates show only one. */
async function shownOrders(
  app: App,
  staged: StagedTable,
  columns: readonly TextSource[],
): Promise<[string, DateOrder][]> {
  if (columns.length === 0) return [];
  const figures = columns.flatMap(({ text }) =>
    ORDERS.map((order) => `coalesce(bool_or(${showsOrderSql(text, order)}), false)`),
  );
  const found = await readStaged(app, staged, `SELECT ${figures.join(", ")} FROM ${staged.table}`);
  return columns.flatMap(({ name }, at): [string, DateOrder][] => {
    const shown = ORDERS.filter((_, i) => found[at * ORDERS.length + i]?.[0] === true);
    return shown.length === 1 && shown[0] ? [[name, shown[0]]] : [];
  });
}

const ORDERS = ["day", "month"] as const;

function detectedPlan({ name, text, raw }: TextSource, { reading, note }: DetectedType): ColumnPlan {
  if (!reading) return { source: name, sql: raw, raw, note, column: { name, kind: "text", type: "VARCHAR" } };
  const { kind, type } = reading;
  const column = { name, kind, type };
  const shown = reading.numbers && plainNumberSql(text, reading.numbers);
  return { source: name, column, sql: `CAST(${reading.value(text)} AS ${type})`, raw, shown };
}

interface MarkedColumn {
  sql: string;
  note?: string;
}

const FIGURES = 4;

async function withoutMarks(
  app: App,
  staged: StagedTable,
  { ids, isPreview }: { ids: readonly string[]; isPreview: boolean },
): Promise<MarkedColumn[]> {
  if (ids.length === 0) return [];
  const { table, place } = staged;
  const is = (id: string, mark: string) => `starts_with(${id}, ${quoted(mark)})`;
  const first = (id: string, mark: string) => `arg_min(${id}, ${place}) FILTER (${is(id, mark)})`;
  const figures = ids.map(
    (id) =>
      `count_if(${is(id, ERROR_MARK)}), min(${place}) FILTER (${is(id, ERROR_MARK)}),
       ${first(id, ERROR_MARK)}, ${first(id, UNSTORED_MARK)}`,
  );
  const found = await readStaged(app, staged, `SELECT ${figures.join(", ")} FROM ${table}`);
  return ids.map((id, i): MarkedColumn => {
    const [errors, row, error, formula] = found.slice(i * FIGURES, (i + 1) * FIGURES).map((column) => column[0]);
    const unstored = formula ? unstoredText(String(formula).slice(UNSTORED_MARK.length)) : undefined;
    if (unstored && !isPreview) throw unprocessable(t("Parsing error: {problem}", { problem: unstored }));
    if (!errors && !unstored) return { sql: id };
    const name = String(error ?? "").slice(ERROR_MARK.length);
    const notes = [
      ...(errors ? [errorNote(Number(errors), { row: Number(row), error: name })] : []),
      ...(unstored ? [unstored] : []),
    ];
    const isMarked = `${is(id, ERROR_MARK)} OR ${is(id, UNSTORED_MARK)}`;
    return { sql: `CASE WHEN NOT (${isMarked}) THEN ${id} END`, note: notes.join(" ") };
  });
}

const errorNote = (count: number, first: { row: number; error: string }) =>
  t(
    "{count, plural, one {# cell contains an error and is treated as null} other {# cells contain errors and are treated as null}} (row {row, number}: {error}).",
    { count, ...first },
  );
