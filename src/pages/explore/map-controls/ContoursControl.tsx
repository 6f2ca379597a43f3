import type { Collection } from "../../../chart-seam/control.ts";
import { number } from "../../../i18n/intl.ts";
import { msg, t } from "../../../i18n/translate.ts";
import { type Contour, contourProblem } from "../../../model/map-values.ts";
import { EntryList } from "../collections/CollectionControl.tsx";
import type { WidgetProps } from "../state/widget.ts";

export function ContoursControl({ control: _, ...props }: WidgetProps<"contours">) {
  return <EntryList {...props} collection={CONTOURS} />;
}

const CONTOURS: Collection = {
  title: msg("Contour"),
  addText: msg("Add a contour"),
  newEntry: { color: { r: 53, g: 89, b: 177, a: 1 }, strokeWidth: 1 },
  fields: [
    {
      name: "lowerThreshold",
      label: msg("Threshold"),
      widget: "number",
      required: true,
      description: msg("Value of the line, or where the band starts"),
    },
    {
      name: "upperThreshold",
      label: msg("Upper threshold"),
      widget: "number",
      description: msg("Value where the band ends. Empty = line"),
    },
    { name: "color", label: msg("Color"), widget: "color" },
    {
      name: "strokeWidth",
      label: msg("Line width"),
      widget: "number",
      min: 0,
      max: 50,
      visible: ({ formData }) => typeof formData.upperThreshold !== "number",
    },
  ],
  describe: (entry) => describeContour(entry as Partial<Contour>),
  problem: contourProblem,
};

const valueText = (value: number | undefined) =>
  value === undefined ? "…" : number(value, { maximumFractionDigits: 10 });

function describeContour({ lowerThreshold, upperThreshold, strokeWidth }: Partial<Contour>): string {
  const lower = valueText(lowerThreshold);
  if (typeof upperThreshold === "number")
    return t("Band {lower} to {upper}", { lower, upper: valueText(upperThreshold) });
  return t("Line at {value}, {width, number} px", { value: lower, width: strokeWidth ?? 1 });
}
