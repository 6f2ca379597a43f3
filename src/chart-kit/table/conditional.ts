import { z } from "zod";
import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";
import { approximateNumber, isLongNumber } from "../format/long-number.ts";

/** Keys are wire names. */

const target = z.union([z.string(), z.number()]).nullish();

export const ConditionalRule = z.looseObject({
  column: z.string().nullish(),
  operator: z.string().nullish(),
  targetValue: target,
  targetValueLeft: target,
  targetValueRight: target,
  /** Theme color (`colorSuccess`, `Green`) or `#rrggbb`. */
  colorScheme: z.string().nullish(),
  useGradient: z.boolean().nullish(),
  /** Target column or `ENTIRE_ROW`; the tested column when missing. */
  columnFormatting: z.string().nullish(),
  /** `BACKGROUND_COLOR` (default), `TEXT_COLOR` or `CELL_BAR`. */
  objectFormatting: z.string().nullish(),
  toAllRow: z.boolean().nullish(),
  toTextColor: z.boolean().nullish(),
});
export type ConditionalRule = z.infer<typeof ConditionalRule>;
export const conditionalRules = z.array(ConditionalRule).nullish();

export interface Extent {
  min: number;
  max: number;
}

export interface Paint {
  part: "background" | "text" | "bar";
  color: string;
  strength: number;
}

/** `column` is colored by the values of `source`; null = whole row. */
export interface PreparedRule {
  source: string;
  column: string | null;
  part: Paint["part"];
  color: string;
  strengthOf(value: DataValue): number | undefined;
}

const WEAKEST = 0.15;

export function ruleStrength(rule: ConditionalRule, value: DataValue, extent: Extent): number | undefined {
  const number = EQUALS.has(rule.operator ?? "") && typeof value === "string" ? undefined : approximateNumber(value);
  if (number !== undefined && !rule.operator?.startsWith("is ")) return numberStrength(rule, number, extent);
  return matches(rule, value) ? 1 : undefined;
}

function matches(rule: ConditionalRule, value: DataValue): boolean {
  const operator = rule.operator ?? "None";
  if (operator === "is null") return value === null;
  if (operator === "is not null") return value !== null;
  if (value === null) return false;
  if (typeof value === "boolean" || operator.startsWith("is ")) return matchesBoolean(operator, value);
  return matchesText(operator, String(value), String(rule.targetValue ?? ""));
}

const EQUALS: ReadonlySet<string> = new Set(["=", "≠"]);

function numberStrength(rule: ConditionalRule, value: number, extent: Extent): number | undefined {
  const bounds = gradientOf(rule, value, extent);
  if (!bounds) return undefined;
  if (rule.useGradient === false || bounds.from === bounds.to) return 1;
  const share = Math.min(1, Math.max(0, (value - bounds.from) / (bounds.to - bounds.from)));
  return WEAKEST + (1 - WEAKEST) * share;
}

function matchesBoolean(operator: string, value: DataValue): boolean {
  if (operator === "is true") return value === true;
  return operator === "is false" && value === false;
}

function matchesText(operator: string, value: string, target: string): boolean {
  switch (operator) {
    case "None":
      return true;
    case "=":
      return value === target;
    case "≠":
      return isLongNumber(value) && value !== target;
    case "begins with":
      return value.startsWith(target);
    case "ends with":
      return value.endsWith(target);
    case "containing":
      return value.includes(target);
    case "not containing":
      return !value.includes(target);
    default:
      return false;
  }
}

function gradientOf(rule: ConditionalRule, value: number, { min, max }: Extent) {
  const at = Number(rule.targetValue);
  const left = Number(rule.targetValueLeft);
  const right = Number(rule.targetValueRight);
  const between = { from: left, to: right };
  const flat = { from: at, to: at };
  const farther = Math.abs(at - min) > Math.abs(at - max) ? min : max;
  const cases: Record<string, [matches: boolean, gradient: { from: number; to: number }]> = {
    None: [true, { from: min, to: max }],
    ">": [value > at, { from: at, to: max }],
    "<": [value < at, { from: at, to: min }],
    "≥": [value >= at, { from: at, to: max }],
    "≤": [value <= at, { from: at, to: min }],
    "=": [value === at, flat],
    "≠": [value !== at, { from: at, to: farther }],
    "< x <": [value > left && value < right, between],
    "≤ x ≤": [value >= left && value <= right, between],
    "≤ x <": [value >= left && value < right, between],
    "< x ≤": [value > left && value <= right, between],
  };
  const found = cases[rule.operator ?? "None"];
  return found?.[0] ? found[1] : undefined;
}

export function prepareRules(
  rules: readonly ConditionalRule[] | null | undefined,
  rows: readonly DataRow[],
  theme: ChartTheme,
): PreparedRule[] {
  return (rules ?? []).flatMap((rule): PreparedRule[] => {
    const source = rule.column;
    if (!source || !rule.operator) return [];
    const extent = extentOf(rows, source);
    return [
      {
        source,
        column: isWholeRow(rule) ? null : rule.columnFormatting || source,
        part: partOf(rule),
        color: ruleColor(rule.colorScheme, theme),
        strengthOf: (value) => ruleStrength(rule, value, extent),
      },
    ];
  });
}

export function paintsOf(rules: readonly PreparedRule[], row: DataRow, column: string): Paint[] {
  return rules.flatMap((rule): Paint[] => {
    if (rule.column !== null && rule.column !== column) return [];
    const strength = rule.strengthOf(row[rule.source] ?? null);
    return strength === undefined ? [] : [{ part: rule.part, color: rule.color, strength }];
  });
}

/** Maximum tint (%) that keeps text readable in both modes. */
const STRONGEST_TINT = 45;

export function tintOf({ color, strength }: Pick<Paint, "color" | "strength">): string {
  return `color-mix(in srgb, ${color} ${Math.round(strength * STRONGEST_TINT)}%, transparent)`;
}

export function ruleColor(scheme: string | null | undefined, theme: ChartTheme): string {
  const name = scheme ?? "";
  if (/success|green/i.test(name)) return theme.success;
  if (/warning|alert|yellow|orange/i.test(name)) return theme.warning;
  if (/error|danger|red/i.test(name)) return theme.error;
  return /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(name) ? name : theme.primary;
}

export function extentOf(rows: readonly DataRow[], column: string): Extent {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const value = approximateNumber(row[column]);
    if (value === undefined || !Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max };
}

function isWholeRow(rule: ConditionalRule): boolean {
  return rule.toAllRow === true || /entire_?row/i.test(`${rule.columnFormatting ?? ""} ${rule.objectFormatting ?? ""}`);
}

function partOf(rule: ConditionalRule): Paint["part"] {
  if (rule.toTextColor || /text/i.test(rule.objectFormatting ?? "")) return "text";
  return /bar/i.test(rule.objectFormatting ?? "") ? "bar" : "background";
}
