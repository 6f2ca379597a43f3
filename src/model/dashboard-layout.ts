import { z } from "zod";

/** `position_json`: a flat map from id to component. */

export const COMPONENT_TYPES = [
  "ROOT",
  "GRID",
  "HEADER",
  "ROW",
  "COLUMN",
  "CHART",
  "MARKDOWN",
  "TABS",
  "TAB",
  "DIVIDER",
  "DYNAMIC",
] as const;
export type ComponentType = (typeof COMPONENT_TYPES)[number];

/** A key that can't be read costs that key, not its component with all that it holds. */
const size = z.number().optional().catch(undefined);
const text = z.string().optional().catch(undefined);

export const LayoutMeta = z.looseObject({
  width: size,
  height: size,
  text,
  defaultText: text,
  placeholder: text,
  chartId: z.number().nullish().catch(undefined),
  uuid: text,
  sliceName: text,
  sliceNameOverride: z.string().nullish().catch(undefined),
  code: text,
  background: z.string().nullish().catch(undefined),
  headerSize: text,
});
export type LayoutMeta = z.infer<typeof LayoutMeta>;

export const LayoutComponent = z.looseObject({
  id: z.string(),
  type: z.enum(COMPONENT_TYPES),
  children: z.array(z.string()).default([]).catch([]),
  parents: z.array(z.string()).optional().catch(undefined),
  meta: LayoutMeta.default({}).catch({}),
});
export type LayoutComponent = z.infer<typeof LayoutComponent>;

export type Layout = Record<string, LayoutComponent>;

const VERSION_KEY = "DASHBOARD_VERSION_KEY";
export const ROOT_ID = "ROOT_ID";
export const GRID_ID = "GRID_ID";
export const HEADER_ID = "HEADER_ID";

export const GRID_COLUMNS = 12;
export const GRID_UNIT = 8;
export const MIN_HEIGHT_UNITS = 5;
/** Size of stored tiles without one. */
export const DEFAULT_CHART_WIDTH = 4;
export const DEFAULT_CHART_HEIGHT = 50;

/** In grid columns and grid units. */
export interface TileSize {
  width: number;
  height: number;
}

export const FIGURE_SIZE: TileSize = { width: 3, height: 14 };
export const TEXT_SIZE: TileSize = { width: 4, height: 16 };
export const CHART_SIZE: TileSize = { width: 4, height: 40 };

const FIGURES: readonly string[] = ["big_number", "big_number_total", "pop_kpi"];
const SIZES: Readonly<Record<string, TileSize>> = {
  Evolution: { width: 6, height: 40 },
  Table: { width: 6, height: 48 },
  Map: { width: 6, height: 52 },
};

/** Charts that show one number. */
export const isFigure = (vizType: string): boolean => FIGURES.includes(vizType);

/** Size of a new tile, by the type of its chart and that type's category. */
export function chartSize(vizType: string, category?: string): TileSize {
  if (isFigure(vizType)) return FIGURE_SIZE;
  if (vizType === "bullet") return { width: 4, height: 20 };
  return SIZES[category ?? ""] ?? CHART_SIZE;
}

/** Whether a row of both has no large gap. */
export const looksEven = (a: number, b: number): boolean => 2 * Math.min(a, b) >= Math.max(a, b);

/** Drops entries that aren't components, such as the version key. Throws on invalid JSON. */
export function parseLayout(position: string | Record<string, unknown> | null | undefined): Layout {
  const raw =
    typeof position === "string" ? (JSON.parse(position || "{}") as Record<string, unknown>) : (position ?? {});
  const layout: Layout = {};
  for (const [id, value] of Object.entries(raw)) {
    const parsed = isTyped(value) ? LayoutComponent.safeParse(value) : undefined;
    if (parsed?.success) layout[id] = parsed.data;
  }
  return layout;
}

const isTyped = (value: unknown) =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

export function toPositions(layout: Layout): Record<string, unknown> {
  return { [VERSION_KEY]: "v2", ...layout };
}

export function emptyLayout(title: string): Layout {
  return {
    [ROOT_ID]: { id: ROOT_ID, type: "ROOT", children: [GRID_ID], meta: {} },
    [GRID_ID]: { id: GRID_ID, type: "GRID", children: [], parents: [ROOT_ID], meta: {} },
    [HEADER_ID]: { id: HEADER_ID, type: "HEADER", children: [], meta: { text: title } },
  };
}
