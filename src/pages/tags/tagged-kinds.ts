import * as chart from "../../api/chart/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import * as savedQuery from "../../api/saved-query/contract.ts";
import type { ObjectType } from "../../api/tag/contract.ts";
import type { ListFilter } from "../../model/resource.ts";
import { call } from "../../web/client/client.ts";
import type { PersonChoice } from "../../web/components/PeopleSelect.tsx";
import { isAdmin } from "../../web/session/session.ts";

type Find = (q: { filters: ListFilter[]; page_size: number }, signal: AbortSignal) => Promise<PersonChoice[]>;

interface TaggedKind {
  type: ObjectType;
  one: string;
  many: "dashboards" | "charts" | "saved queries" | "datasets";
  label: string;
  view: string;
  nameFilter: { col: string; opr: string };
  find: Find;
}

export const TAGGED_KINDS: readonly TaggedKind[] = [
  {
    ...{ type: "dashboard", one: "dashboard", many: "dashboards", label: "Dashboards", view: "Dashboard" },
    nameFilter: { col: "dashboard_title", opr: "title_or_slug" },
    find: async (q, signal) => {
      const { result } = await call(dashboard.list, { q: { ...q, columns: ["id", "dashboard_title"] } }, { signal });
      return result.map(({ id, dashboard_title }) => ({ id, name: dashboard_title }));
    },
  },
  {
    ...{ type: "chart", one: "chart", many: "charts", label: "Charts", view: "Chart" },
    nameFilter: { col: "slice_name", opr: "ct" },
    find: async (q, signal) => {
      const { result } = await call(chart.list, { q: { ...q, columns: ["id", "slice_name"] } }, { signal });
      return result.map(({ id, slice_name }) => ({ id, name: slice_name }));
    },
  },
  {
    ...{ type: "query", one: "saved query", many: "saved queries", label: "Saved queries", view: "SavedQuery" },
    nameFilter: { col: "label", opr: "ct" },
    find: async (q, signal) => {
      const { result } = await call(savedQuery.list, { q: { ...q, columns: ["id", "label"] } }, { signal });
      return result.map(({ id, label }) => ({ id, name: label ?? "" }));
    },
  },
  {
    ...{ type: "dataset", one: "dataset", many: "datasets", label: "Datasets", view: "Dataset" },
    nameFilter: { col: "table_name", opr: "ct" },
    find: async (q, signal) => {
      const { result } = await call(dataset.list, { q: { ...q, columns: ["id", "table_name"] } }, { signal });
      return result.map(({ id, table_name }) => ({ id, name: table_name }));
    },
  },
];

const PAGE_SIZE = 50;

/** Searches by name the items the user can tag: their own. Saved queries are always the user's own. */
export function finderOf({ type, nameFilter, find }: TaggedKind, userId: number) {
  const own = isAdmin() || type === "query" ? [] : [{ col: "owners", opr: "rel_m_m", value: userId }];
  return (text: string, signal: AbortSignal) =>
    find({ filters: [...own, ...(text ? [{ ...nameFilter, value: text }] : [])], page_size: PAGE_SIZE }, signal);
}

export type Counts = Readonly<Record<ObjectType, number>>;

/** For example "2 dashboards, 1 chart"; empty if there are none. */
export function countsText(counts: Counts): string {
  return TAGGED_KINDS.flatMap(({ type, one, many }) => {
    const n = counts[type];
    return n > 0 ? [`${n.toLocaleString("en-US")} ${n === 1 ? one : many}`] : [];
  }).join(", ");
}
