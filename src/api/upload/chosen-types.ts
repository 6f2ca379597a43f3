import type { SourceColumn } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { unprocessableField } from "../../model/errors.ts";
import { type ChosenReading, momentReading, type ReadingFormat, textReading } from "./chosen-readings.ts";
import type { BrokenValue, ColumnPlan } from "./column-plan.ts";
import { shortNames } from "./column-plan.ts";
import { chosenSign, withoutSign } from "./signs.ts";
import type { ReadFields } from "./sources.ts";
import type { Target } from "./staging.ts";
import { targetReading } from "./target-types.ts";
import { requestedReading } from "./type-names.ts";

export interface TextSource {
  name: string;
  text: string;
  raw: string;
}

export interface ChosenType extends ChosenReading {
  problem(at: BrokenValue): string;
  target?: SourceColumn;
}

interface Choices {
  names: readonly string[];
  fields: ReadFields;
  target?: Target | undefined;
  format: ReadingFormat;
}

const USUAL_ORDER = "month";

export function chosenOf(name: string, choices: Choices): ChosenType | undefined {
  const { fields, target, format } = choices;
  if (target?.columns) return appendedOf(name, target, choices);
  if (fields.column_dates?.includes(name))
    return {
      ...momentReading({ ...format, order: format.order ?? USUAL_ORDER }),
      problem: (at) =>
        t(
          'Parsing error: Column "{column}", {unit, select, line {line} other {row}} {place, number}: "{value}" couldn\'t be read as a date.',
          { ...at },
        ),
    };
  const requested = fields.column_data_types?.[name];
  if (requested === undefined) return undefined;
  const problem = (at: BrokenValue) =>
    t(
      'Parsing error: Column "{column}", {unit, select, line {line} other {row}} {place, number}: "{value}" doesn\'t fit the type {type}.',
      { ...at, type: requested },
    );
  return { ...requestedReading(requested, format), problem };
}

function appendedOf(source: string, { engine, columns = [], maxName }: Target, choices: Choices): ChosenType {
  const { names, fields, format } = choices;
  const name = fields.column_names?.[source] ?? source;
  const short = maxName === null ? name : shortNames(names, maxName).get(name);
  const column =
    columns.find((one) => one.name === name || one.name === short) ??
    columns.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!column)
    throw unprocessableField("columns_read", t('Parsing error: The table has no column "{column}".', { column: name }));
  const own = targetReading(engine, column.type, format) ?? textReading();
  const sign = chosenSign(fields.column_data_types?.[source] ?? "");
  const reading = sign === undefined ? own : withoutSign(own, sign);
  const { type } = column;
  const problem = (at: BrokenValue) =>
    t(
      'Parsing error: Column "{column}", {unit, select, line {line} other {row}} {place, number}: "{value}" doesn\'t fit the column\'s type {type}.',
      { ...at, type },
    );
  return { ...reading, problem, target: column };
}

export function chosenPlan({ name, text, raw }: TextSource, chosen: ChosenType): ColumnPlan {
  const { kind, type, target } = chosen;
  const source = kind === "text" ? raw : text;
  const column = { name: target?.name ?? name, kind, type, ...(target ? { targetType: target.type } : {}) };
  const check = { text: source, holds: chosen.fits };
  const sql =
    kind === "text" ? source : `CASE WHEN ${text} IS NOT NULL THEN CAST(${chosen.value(text)} AS ${type}) END`;
  return {
    source: name,
    column,
    sql,
    raw,
    rule: { check, problem: chosen.problem, hint: chosen.hint ?? (() => undefined) },
  };
}
