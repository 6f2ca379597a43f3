import type { z } from "zod";
import { CurrencyFormat, text } from "../../chart-kit/timeseries/schema.ts";
import { t } from "../../i18n/translate.ts";
import { FormData, metricControl } from "../../model/form-data.ts";

const numbers = text.transform((list) => parts(list).map(Number).filter(Number.isFinite));
const names = text.transform((list) => parts(list));

function parts(list: string | undefined): string[] {
  return (list ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Lists are comma-separated text. */
export const BulletForm = FormData.extend({
  metric: metricControl,
  ranges: numbers,
  range_labels: names,
  markers: numbers,
  marker_labels: names,
  marker_lines: numbers,
  marker_line_labels: names,
  y_axis_format: text,
  currency_format: CurrencyFormat,
});
export type BulletForm = z.infer<typeof BulletForm>;

export function numbersProblem(value: unknown): string | undefined {
  const wrong = parts(typeof value === "string" ? value : undefined).find((part) => !Number.isFinite(Number(part)));
  return wrong === undefined ? undefined : t("“{text}” isn't a number", { text: wrong });
}
