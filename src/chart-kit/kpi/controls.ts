import { z } from "zod";
import type { Control, FixedChoice } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
import type { FormData } from "../../model/form-data.ts";
import { currencyControl, numberFormatControl, renderCheckbox, timeFormatControl } from "../controls/controls.ts";

const HEADER_SIZES: readonly FixedChoice[] = [
  [0.2, msg("Tiny")],
  [0.3, msg("Small")],
  [0.4, msg("Normal")],
  [0.5, msg("Large")],
  [0.6, msg("Huge")],
];
const SUB_SIZES: readonly FixedChoice[] = [
  [0.125, msg("Tiny")],
  [0.15, msg("Small")],
  [0.2, msg("Normal")],
  [0.3, msg("Large")],
  [0.4, msg("Huge")],
];

const sizeControl = (name: string, label: Message, value = 0.15): Control => ({
  name,
  label,
  widget: "select",
  choices: name === "header_font_size" ? HEADER_SIZES : SUB_SIZES,
  numeric: true,
  default: value,
  render: true,
});

export const headerSizeControl = sizeControl("header_font_size", msg("Big number font size"), 0.4);
export const subheaderSizeControl = sizeControl("subheader_font_size", msg("Subheader font size"));

export const subtitleRows: readonly (readonly Control[])[] = [
  [
    {
      name: "subtitle",
      label: msg("Subtitle"),
      widget: "text",
      render: true,
      default: "",
      description: msg("Text below the big number, such as its unit"),
    },
  ],
  [sizeControl("subtitle_font_size", msg("Subtitle font size"))],
  [renderCheckbox("show_metric_name", msg("Show metric name"), false)],
  [
    {
      ...sizeControl("metric_name_font_size", msg("Metric name font size")),
      visible: ({ formData }) => formData.show_metric_name === true,
      keepWhenHidden: true,
    },
  ],
];

export const figureFormatRows: readonly (readonly Control[])[] = [
  [numberFormatControl({ name: "y_axis_format" })],
  [currencyControl()],
  [timeFormatControl({ name: "time_format" })],
  [
    renderCheckbox("force_timestamp_formatting", msg("Format as date"), {
      default: false,
      description: msg("Treat the value as a timestamp (milliseconds since 1970)"),
    }),
  ],
];

const fraction = (value: number) => z.coerce.number().catch(value).default(value);
export const currencySchema = z
  .looseObject({ symbol: z.string().nullish(), symbolPosition: z.string().nullish() })
  .nullish()
  .catch(null);

export const figureSchema = {
  header_font_size: fraction(0.4),
  subheader_font_size: fraction(0.15),
  subtitle: z.string().nullish(),
  subtitle_font_size: fraction(0.15),
  show_metric_name: z.boolean().nullish(),
  metric_name_font_size: fraction(0.15),
  y_axis_format: z.string().nullish(),
  currency_format: currencySchema,
  time_format: z.string().nullish(),
  force_timestamp_formatting: z.boolean().nullish(),
};

export function withSubtitle(older: FormData): FormData {
  const formData = withTimeFormat(older);
  const { subheader, ...rest } = formData;
  if (typeof subheader !== "string" || formData.subtitle) return formData;
  return { ...rest, subtitle: subheader, subtitle_font_size: formData.subheader_font_size ?? 0.15 };
}

function withTimeFormat(formData: FormData): FormData {
  const { header_timestamp_format: format, header_format_selector: isForced, ...rest } = formData;
  if (format === undefined && isForced === undefined) return formData;
  return {
    ...rest,
    time_format: formData.time_format ?? format,
    force_timestamp_formatting: formData.force_timestamp_formatting ?? isForced,
  };
}
