import { render } from "../../chart-kit/handlebars/evaluate.ts";
import { TemplateError } from "../../chart-kit/handlebars/values.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { HandlebarsForm } from "./schema.ts";

export interface HandlebarsDrawing {
  html: string;
  css: string;
  label: string;
  problem?: string;
}

export function transform({ formData, results }: TransformInput<HandlebarsForm>): Drawing<HandlebarsDrawing> {
  const rows = rowsOf(results[0]);
  const label = t("Handlebars chart with {count, plural, one {# row} other {# rows}}.", { count: rows.length });
  return {
    props: { css: formData.styleTemplate ?? "", label, ...written(formData.handlebarsTemplate, rows) },
    summary: label,
    isEmpty: rows.length === 0,
  };
}

function written(template: string, data: readonly unknown[]): Pick<HandlebarsDrawing, "html" | "problem"> {
  try {
    return { html: render(template, { data }) };
  } catch (cause) {
    if (cause instanceof TemplateError) return { html: "", problem: cause.message };
    throw cause;
  }
}
