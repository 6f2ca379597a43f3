import { lazy } from "../../../ui/lazy.ts";
import { useLazy } from "../../../ui/lazy-component.tsx";
import type { CellPlan } from "./cell-plans.ts";

const RENDER = lazy(async () => (await import("../../../chart-kit/handlebars/evaluate.ts")).render);

/** The title of a cell by the author's template; undefined: none, or not here yet. */
export function useTitles(template: unknown): (cell: CellPlan) => string | undefined {
  const text = typeof template === "string" ? template.trim() : "";
  const render = useLazy(text ? RENDER : undefined);
  return ({ rowLabel, columnLabel }) => {
    if (!text || !render) return undefined;
    const values = { rowLabel, colLabel: columnLabel, columnLabel, row: rowLabel, column: columnLabel };
    try {
      return plain(render(text, values));
    } catch (cause) {
      return cause instanceof Error ? cause.message : String(cause);
    }
  };
}

/** The text of markup. */
function plain(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
}
