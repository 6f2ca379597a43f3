import { formatPercent } from "../../chart-kit/format/plain-number.ts";
import { isolated } from "../../chart-kit/text-width.ts";
import type { TransformInput } from "../chart-type.ts";
import type { PieFormats } from "./picture-parts.ts";
import type { PieForm } from "./schema.ts";
import type { Slice } from "./slices.ts";

/** What a slice's label says. */
export function labelText(form: PieForm, slice: Slice, formats: PieFormats): string {
  const name = isolated(slice.name);
  const value = formats.short(slice.value);
  const percent = formatPercent(slice.share);
  switch (form.label_type) {
    case "key":
      return name;
    case "value":
      return value;
    case "percent":
      return percent;
    case "key_value":
      return `${name}: ${value}`;
    case "key_percent":
      return `${name}: ${percent}`;
    case "key_value_percent":
      return `${name}: ${value} (${percent})`;
    case "value_percent":
      return `${value} (${percent})`;
    case "template":
      return filled(form.label_template ?? "", { name, value, percent });
  }
}

/** `{name}`, `{value}` and `{percent}`, or their short forms of older charts: `{b}`, `{c}` and `{d}`. */
function filled(template: string, values: { name: string; value: string; percent: string }): string {
  const known: Readonly<Record<string, string>> = {
    ...values,
    a: "",
    b: values.name,
    c: values.value,
    d: values.percent.replace(/\s*%$/, ""),
  };
  return template
    .replaceAll("\\n", "\n")
    .replace(/\{(name|value|percent|[abcd])\}/gi, (_, token: string) => known[token.toLowerCase()] ?? "");
}

export interface Labelling {
  formats: PieFormats;
  hasLabels: boolean;
}

/** Label and line of a slice; slices below the threshold have none. */
export function labelOption(input: TransformInput<PieForm>, slice: Slice, { formats, hasLabels }: Labelling) {
  const { formData: form, theme } = input;
  const isShown = hasLabels && slice.share * 100 >= form.show_labels_threshold;
  if (!isShown) return { label: { show: false }, labelLine: { show: false } };
  const text = labelText(form, slice, formats);
  const isOutside = form.labels_outside;
  return {
    label: {
      show: true,
      position: isOutside ? "outer" : "inner",
      formatter: () => text,
      color: isOutside ? (slice.isFocus ? theme.textSecondary : theme.textTertiary) : "#FFFFFF",
      fontSize: 11,
      fontWeight: slice.isSelected ? 600 : 400,
      fontFamily: theme.fontFamily,
      overflow: "truncate",
      ...(isOutside
        ? { alignTo: "none", distanceToLabelLine: 4 }
        : { textBorderColor: slice.color, textBorderWidth: 2 }),
    },
    labelLine: {
      show: isOutside,
      length: form.label_line ? 12 : 6,
      length2: form.label_line ? 12 : 4,
      lineStyle: { color: theme.axisLine, opacity: form.label_line || form.roseType ? 1 : 0 },
    },
  };
}
