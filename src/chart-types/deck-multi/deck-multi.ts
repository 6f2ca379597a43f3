import { z } from "zod";
import { filtersControl } from "../../chart-kit/controls/controls.ts";
import { mapSection } from "../../chart-kit/map/map-controls.ts";
import { MapForm } from "../../chart-kit/map/map-form.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { FormData } from "../../model/form-data.ts";
import { queryContext } from "../../query/query-context.ts";
import { deckMultiCard } from "./card.ts";
import { transform } from "./transform.ts";

/** Ids of saved charts; form data of charts that are not saved is understood too. */
const Layer = z.union([z.coerce.number().int().positive(), FormData]);

const MultiForm = MapForm.extend({
  deck_slices: z.preprocess(
    (value) => (Array.isArray(value) ? value.filter((one) => Layer.safeParse(one).success) : []),
    z.array(Layer),
  ),
});
export type MultiForm = z.infer<typeof MultiForm>;

const isLayer = (vizType: string) => vizType.startsWith("deck_") && vizType !== "deck_multi";

const sections: readonly Section[] = [
  {
    label: "Layers",
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "deck_slices",
          label: "deck.gl charts",
          widget: "charts",
          multi: true,
          isPart: isLayer,
          required: true,
          default: [],
          description: "Saved maps, the first lowest",
        },
      ],
      [filtersControl()],
    ],
  },
  mapSection(),
];

/** Saved maps over each other. */
export const deckMulti = defineChartType({
  card: deckMultiCard,
  sections,
  schema: MultiForm,
  buildQuery: (form) => queryContext(form, []),
  parts: (form) =>
    form.deck_slices.filter((one) => typeof one === "number" || isLayer(one.viz_type)).map((chart) => ({ chart })),
  transform,
});
