import { z } from "zod";
import type { Choice, Control } from "../../chart-seam/control.ts";

/**
 * The look of the ground that a chart asks for. Stored charts name styles of map servers; nothing is fetched from there:
 * the name tells whether the ground is light or dark, and is kept as it is.
 */

const name = z.string().optional().catch(undefined);

/** `map_style` is of MapLibre, `mapbox_style` of Mapbox and of older charts; `map_renderer` says which holds. */
export const styleControls = { map_style: name, mapbox_style: name, map_renderer: name };
const StyleForm = z.object(styleControls);
type StyleForm = z.infer<typeof StyleForm>;

export type Ground = "light" | "dark";

const DARK = /dark|night|black/i;
const LIGHT = /light|positron|white/i;

/** null: as the theme of the reader is. */
export function groundOf({ map_style, mapbox_style, map_renderer }: StyleForm): Ground | null {
  const style = (map_renderer === "mapbox" ? (mapbox_style ?? map_style) : (map_style ?? mapbox_style)) ?? "";
  if (DARK.test(style)) return "dark";
  return LIGHT.test(style) ? "light" : null;
}

/** Named as other readers of the chart know them. */
const STYLES: readonly Choice[] = [
  ["https://tiles.openfreemap.org/styles/liberty", "Match theme"],
  ["https://basemaps.cartocdn.com/gl/positron-gl-style/style.json", "Light"],
  ["https://basemaps.cartocdn.com/gl/dark-matter-gl-style/style.json", "Dark"],
];

export const mapStyleControl = (): Control => ({
  name: "map_style",
  label: "Map style",
  widget: "select",
  choices: STYLES,
  default: STYLES[0]?.[0],
  render: true,
  description: "Colors of the base map",
});
