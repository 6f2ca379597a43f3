import { z } from "zod";
import type { Control, FixedChoice } from "../../chart-seam/control.ts";
import { msg } from "../../i18n/translate.ts";

/**
 * Base map colors. Stored charts name styles of map servers; nothing is loaded from them: the name only decides light
 * or dark, and is stored unchanged.
 */

const name = z.string().optional().catch(undefined);

/** `map_style` is for MapLibre, `mapbox_style` for Mapbox and older charts; `map_renderer` selects which applies. */
export const styleControls = { map_style: name, mapbox_style: name, map_renderer: name };
const StyleForm = z.object(styleControls);
type StyleForm = z.infer<typeof StyleForm>;

export type Ground = "light" | "dark";

const DARK = /dark|night|black/i;
const LIGHT = /light|positron|white/i;

export function groundOf({ map_style, mapbox_style, map_renderer }: StyleForm): Ground | null {
  const style = (map_renderer === "mapbox" ? (mapbox_style ?? map_style) : (map_style ?? mapbox_style)) ?? "";
  if (DARK.test(style)) return "dark";
  return LIGHT.test(style) ? "light" : null;
}

const STYLES: readonly FixedChoice[] = [
  ["https://tiles.openfreemap.org/styles/liberty", msg("Match theme")],
  ["https://basemaps.cartocdn.com/gl/positron-gl-style/style.json", msg("Light")],
  ["https://basemaps.cartocdn.com/gl/dark-matter-gl-style/style.json", msg("Dark")],
];

export const mapStyleControl = (): Control => ({
  name: "map_style",
  label: msg("Map style"),
  widget: "select",
  choices: STYLES,
  default: STYLES[0]?.[0],
  render: true,
  description: msg("Colors of the base map"),
});
