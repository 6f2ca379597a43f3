import { densityOf } from "../../chart-kit/density.ts";
import { textWidth } from "../../chart-kit/text-width.ts";
import type { Drawing } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";

export interface Size {
  width: number;
  height: number;
}

interface Circumstances {
  /** A chart type that isn't available. */
  unknown: string | undefined;
  ignored: string | undefined;
  size: Size;
}

/** Texts below a chart. How it is drawn is left out where the chart needs the space for its axes. */
export function notesOn({ warning, note }: Drawing, { unknown, ignored, size }: Circumstances): string[] {
  const type = unknown && t("Chart type “{type}” isn't available. Showing its data as a table.", { type: unknown });
  const hasSpace = densityOf(size.width, size.height - NOTE.around - NOTE.line) !== "bare";
  return [type, ignored, warning, hasSpace ? note : undefined].filter((text): text is string => Boolean(text));
}

const NOTE = { around: 12, beside: 16, line: 16 };

export function notesHeightOf(notes: readonly string[], { width }: Size): number {
  const linesOf = (text: string) => (textWidth(text) > width - NOTE.beside ? 2 : 1);
  return notes.reduce((sum, text) => sum + NOTE.around + linesOf(text) * NOTE.line, 0);
}
