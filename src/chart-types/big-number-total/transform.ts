import { metricFormats } from "../../chart-kit/format/metric-formats.ts";
import type { FigureProps } from "../../chart-kit/kpi/figure.ts";
import { figureFormatter } from "../../chart-kit/kpi/format.ts";
import { paletteOf } from "../../chart-kit/kpi/paint.ts";
import { labelOf, rowsOf } from "../../chart-kit/table/column.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { metricLabel } from "../../model/adhoc.ts";
import type { DataValue } from "../../model/query-context.ts";
import type { BigNumberTotalForm } from "./schema.ts";

export function transform(input: TransformInput<BigNumberTotalForm>): Drawing<FigureProps> {
  const { formData, results, dataset, theme } = input;
  const [result] = results;
  const row = rowsOf(result)[0] ?? {};
  const name = formData.metric ? metricLabel(formData.metric) : (result?.colnames?.[0] ?? "");
  const value: DataValue = row[name] ?? null;
  const type = result?.coltypes?.[result.colnames?.indexOf(name) ?? 0];
  const format = figureFormatter(formData, {
    type,
    ...metricFormats(dataset, name),
    detected: result?.detected_currency,
  });
  const text = format(value);
  const label = labelOf(name, dataset);
  return {
    props: {
      text,
      isMissing: value === null,
      ...paletteOf({ rules: formData.conditional_formatting, name, value, theme }),
      metricName: formData.show_metric_name ? label : undefined,
      subtitle: formData.subtitle || undefined,
      header: formData.header_font_size,
      sub: formData.subheader_font_size,
      subtitleSize: formData.subtitle_font_size,
      nameSize: formData.metric_name_font_size,
    },
    summary: `${label}: ${text}${formData.subtitle ? `, ${formData.subtitle}` : ""}.`,
    isEmpty: rowsOf(result).length === 0,
  };
}
