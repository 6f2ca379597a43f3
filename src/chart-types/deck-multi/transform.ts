import { unionOf } from "../../chart-kit/map/bounds.ts";
import { datasetOf, mapFrame } from "../../chart-kit/map/map-rows.ts";
import type { MapLayer, MapSpec } from "../../chart-kit/map/map-spec.ts";
import type { ChartPart, Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { MultiForm } from "./schema.ts";

type Input = TransformInput<MultiForm>;

export interface MultiDrawing {
  parts: readonly { key: string; name: string; picture: MapSpec; isShown: boolean }[];
  whole: MapSpec;
}

export function transform(input: Input): Drawing<MultiDrawing> {
  const shown = shownIds(input);
  const drawn = (input.parts ?? []).map((part, index) => {
    const { props, summary, isEmpty } = part.type.transform({ ...input, ...ownOf(part, input), selected: null });
    return {
      key: String(index),
      name: part.name || part.type.name.replace(/^deck\.gl /, ""),
      picture: withIds(props as MapSpec, index),
      isShown: shown === null || part.id === null || shown.has(part.id),
      summary,
      isEmpty,
    };
  });
  const summary = summaryOf(drawn);
  const lost = input.failedParts ?? 0;
  const [first] = input.parts ?? [];
  return {
    summary,
    isEmpty: drawn.every((part) => part.isEmpty),
    ...(lost > 0
      ? {
          warning: t("{count, number} of {total, number} layers failed to load", {
            count: lost,
            total: lost + drawn.length,
          }),
        }
      : {}),
    props: {
      parts: drawn.map(({ summary: _, isEmpty: __, ...part }) => part),
      whole: {
        ...mapFrame(input, []),
        bounds: unionOf(drawn.map(({ picture }) => picture.bounds)),
        table: first?.results[0],
        summary,
        layers: [],
        legend: null,
      },
    },
  };
}

const ownOf = (part: ChartPart, whole: Input) => ({
  formData: part.formData,
  results: part.results,
  dataset: datasetOf(part, whole),
});

/** Layers enabled by the dashboard's display control; null = all. */
function shownIds({ formData }: Input): ReadonlySet<number> | null {
  const list = (formData.extra_form_data as { visible_deckgl_layers?: unknown } | null | undefined)
    ?.visible_deckgl_layers;
  return Array.isArray(list) ? new Set(list.map(Number)) : null;
}

function withIds(picture: MapSpec, part: number): MapSpec {
  const rename = (layer: MapLayer): MapLayer => ({ ...layer, id: `${part}.${layer.id}` });
  return { ...picture, layers: picture.layers.map(rename) };
}

function summaryOf(drawn: readonly { name: string; summary: string }[]): string {
  const layers = drawn.map(({ name, summary }) => `${name}, ${summary.replace(/\.$/, "")}`).join("; ");
  if (drawn.length === 1) return t("Map of one layer: {layers}.", { layers });
  return t("Map of {count, plural, one {# layer} other {# layers}}: {layers}.", { count: drawn.length, layers });
}
