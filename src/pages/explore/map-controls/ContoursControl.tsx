import type { Collection } from "../../../chart-seam/control.ts";
import { type Contour, contourProblem } from "../../../model/map-values.ts";
import { EntryList } from "../collections/CollectionControl.tsx";
import type { WidgetProps } from "../state/widget.ts";

export function ContoursControl({ control: _, ...props }: WidgetProps<"contours">) {
  return <EntryList {...props} collection={CONTOURS} />;
}

const CONTOURS: Collection = {
  noun: "contour",
  newEntry: { color: { r: 53, g: 89, b: 177, a: 1 }, strokeWidth: 1 },
  fields: [
    {
      name: "lowerThreshold",
      label: "Threshold",
      widget: "number",
      required: true,
      description: "Value of the line, or where the band starts",
    },
    {
      name: "upperThreshold",
      label: "Upper threshold",
      widget: "number",
      description: "Value where the band ends. Empty = line",
    },
    { name: "color", label: "Color", widget: "color" },
    {
      name: "strokeWidth",
      label: "Line width",
      widget: "number",
      min: 0,
      max: 50,
      visible: ({ formData }) => typeof formData.upperThreshold !== "number",
    },
  ],
  describe: (entry) => describeContour(entry as Partial<Contour>),
  problem: contourProblem,
};

function describeContour({ lowerThreshold, upperThreshold, strokeWidth }: Partial<Contour>): string {
  if (typeof upperThreshold === "number") return `Band ${lowerThreshold} to ${upperThreshold}`;
  return `Line at ${lowerThreshold}, ${strokeWidth ?? 1} px`;
}
