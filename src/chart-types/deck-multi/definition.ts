import { filtersControl } from "../../chart-kit/controls/controls.ts";
import { mapSection } from "../../chart-kit/map/map-controls.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg } from "../../i18n/translate.ts";
import { queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { MultiForm } from "./schema.ts";
import { transform } from "./transform.ts";

const isLayer = (vizType: string) => vizType.startsWith("deck_") && vizType !== "deck_multi";

const sections: readonly Section[] = [
  {
    label: msg("Layers"),
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "deck_slices",
          label: msg("deck.gl charts"),
          widget: "charts",
          multi: true,
          isPart: isLayer,
          required: true,
          default: [],
          description: msg("Saved maps to combine. The first is at the bottom"),
        },
      ],
      [filtersControl()],
    ],
  },
  mapSection(),
];

export const definition = defineChartType({
  card,
  sections,
  schema: MultiForm,
  buildQuery: (form) => queryContext(form, []),
  parts: (form) =>
    form.deck_slices.filter((one) => typeof one === "number" || isLayer(one.viz_type)).map((chart) => ({ chart })),
  transform,
});
