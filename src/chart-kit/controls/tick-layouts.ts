import { verbatim } from "../../chart-seam/control.ts";
import { msg } from "../../i18n/translate.ts";

export const TICK_LAYOUT_NAMES = {
  auto: msg("Auto"),
  flat: msg("Flat"),
  "45°": verbatim("45°"),
  "90°": verbatim("90°"),
  staggered: msg("Staggered"),
} as const;
