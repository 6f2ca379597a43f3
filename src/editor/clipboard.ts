import { nanoid } from "nanoid";
import { z } from "zod";
import { type ComponentType, type Layout, LayoutComponent } from "../model/dashboard-layout.ts";
import { readJson } from "../model/json-text.ts";
import { SIZES } from "../model/size-limits.ts";
import { insert, Refusal, type Slot } from "./layout-edits.ts";
import { componentOf, descendantsOf, parentOf, widthOf } from "./layout-rules.ts";

/** Components of a dashboard as text of the clipboard, to paste on any dashboard of any server. */

const MAX_COMPONENTS = 300;
const FORMAT = "tessera dashboard components";
const COPYABLE: readonly ComponentType[] = ["CHART", "MARKDOWN", "HEADER", "DIVIDER", "ROW", "COLUMN", "TABS"];

const Copied = z.object({
  format: z.literal(FORMAT),
  /** Of the server whose ids the charts have. */
  origin: z.string(),
  /** The first contains the others. */
  components: z.array(LayoutComponent).min(1).max(MAX_COMPONENTS),
});
export type Copied = z.infer<typeof Copied>;

/** Undefined for what can't be copied, such as a single tab. */
export function toCopied(layout: Layout, id: string, origin: string): string | undefined {
  const component = componentOf(layout, id);
  if (!COPYABLE.includes(component.type)) return undefined;
  const components = [component, ...descendantsOf(layout, id).flatMap((part) => layout[part] ?? [])];
  return JSON.stringify({ format: FORMAT, origin, components } satisfies Copied);
}

/** Undefined for any other text. */
export function parseCopied(text: string): Copied | undefined {
  if (text.length > SIZES.object || !text.includes(FORMAT)) return undefined;
  const copied = Copied.safeParse(orUndefined(() => readJson(text))).data;
  const root = copied?.components[0];
  return copied && root && COPYABLE.includes(root.type) && isTree(copied.components) ? copied : undefined;
}

function orUndefined(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function isTree([root, ...others]: Copied["components"]): boolean {
  const ids = [root, ...others].flatMap((component) => component?.id ?? []);
  const children = [root, ...others].flatMap((component) => component?.children ?? []);
  return (
    new Set(ids).size === ids.length &&
    new Set(children).size === children.length &&
    children.length === others.length &&
    others.every(({ id, type }) => children.includes(id) && type !== "ROOT" && type !== "GRID")
  );
}

export interface CopiedChart {
  id: number;
  uuid?: string | undefined;
  name: string;
}

export function chartsOf({ components }: Copied): CopiedChart[] {
  const charts = components.flatMap(({ type, meta: { chartId, uuid, sliceName = "" } }) =>
    type === "CHART" && chartId ? [{ id: chartId, uuid, name: sliceName }] : [],
  );
  return [...new Map(charts.map((chart) => [chart.id, chart])).values()];
}

export interface Pasted {
  component: LayoutComponent;
  parts: Layout;
}

/**
 * With new ids. `charts` are those of this server by their copied id; others are left out, with containers that only
 * had them. Undefined when nothing remains.
 */
export function toPasted({ components }: Copied, charts: ReadonlyMap<number, CopiedChart>): Pasted | undefined {
  const byId = new Map(components.map((component) => [component.id, component]));
  const parts: Layout = {};
  const renew = (id: string): LayoutComponent | undefined => {
    const component = byId.get(id);
    if (!component) return undefined;
    const children = component.children.flatMap((child) => renew(child) ?? []);
    if (component.children.length > 0 && children.length === 0 && component.type !== "TAB") return undefined;
    const chart = charts.get(component.meta.chartId ?? 0);
    if (component.type === "CHART" && !chart) return undefined;
    const { parents: _, ...rest } = component;
    const meta = chart ? { ...rest.meta, chartId: chart.id, uuid: chart.uuid, sliceName: chart.name } : rest.meta;
    const renewed = { ...rest, id: `${rest.type}-${nanoid()}`, children: children.map((child) => child.id), meta };
    parts[renewed.id] = renewed;
    return renewed;
  };
  const component = renew(components[0]?.id ?? "");
  return component && { component, parts };
}

/** After the selected component or what contains it, where there is room; else at the end of `homeId`. */
export function paste(layout: Layout, pasted: Pasted, place: { after: string | null; homeId: string }): Layout {
  const end = { parentId: place.homeId, index: layout[place.homeId]?.children.length ?? 0 };
  let refusal: Refusal | undefined;
  for (const slot of [...slotsAfter(layout, place.after), end]) {
    try {
      const next = insert(layout, pasted.component, slot, pasted.parts);
      const placed = componentOf(next, pasted.component.id);
      if (slot === end || widthOf(placed) === widthOf(pasted.component)) return next;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal = error;
    }
  }
  throw refusal ?? new Error("no place to paste");
}

function slotsAfter(layout: Layout, id: string | null): Slot[] {
  const parent = id === null ? undefined : parentOf(layout, id);
  if (id === null || !parent) return [];
  return [{ parentId: parent.id, index: parent.children.indexOf(id) + 1 }, ...slotsAfter(layout, parent.id)];
}
