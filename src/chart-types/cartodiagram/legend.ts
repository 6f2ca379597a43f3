import type { LegendPart } from "../../chart-kit/map/map-spec.ts";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { CartodiagramForm } from "./schema.ts";

type Input = TransformInput<CartodiagramForm>;

const MAX_LEGEND_NAMES = 24;

export function legendFor(input: Input, drawAll: (recording: Input) => void): LegendPart | null {
  const { colorOf, theme } = input;
  const colors = new Map<string, string>();
  let hasOthers = false;
  drawAll({
    ...input,
    colorOf: (label) => {
      const color = colorOf(label);
      colors.set(label, color);
      return color;
    },
    theme: {
      ...theme,
      get others() {
        hasOthers = true;
        return theme.others;
      },
    },
  });
  if (colors.size < 2) return null;
  const named = [...colors].map(([label, color]) => ({ label, color }));
  const isNumbers = named.every(({ label }) => Number.isFinite(Number(label)));
  const ordered = isNumbers ? named.toSorted((a, b) => Number(a.label) - Number(b.label)) : named;
  const items = ordered.slice(0, MAX_LEGEND_NAMES);
  const more = named.length - items.length;
  if (more > 0) items.push({ label: t("{count, number} more", { count: more }), color: "transparent" });
  if (hasOthers) items.push({ label: t("Others"), color: theme.others });
  return { kind: "items", items };
}
