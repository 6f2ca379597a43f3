import * as chart from "../../api/chart/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import * as savedQuery from "../../api/saved-query/contract.ts";
import type { ObjectType } from "../../api/tag/contract.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { ListFilter } from "../../model/resource.ts";
import { call } from "../../web/client/client.ts";
import type { PersonChoice } from "../../web/components/PeopleSelect.tsx";
import { isAdmin } from "../../web/session/session.ts";

type Find = (q: { filters: ListFilter[]; page_size: number }, signal: AbortSignal) => Promise<PersonChoice[]>;

interface TaggedKind {
  type: ObjectType;
  countText(count: number): string;
  many: "dashboards" | "charts" | "saved queries" | "datasets";
  label: string;
  view: string;
  nameFilter: { col: string; opr: string };
  find: Find;
}

export const TAGGED_KINDS: readonly TaggedKind[] = [
  {
    ...{ type: "dashboard", many: "dashboards", label: t("Dashboards"), view: "Dashboard" },
    countText: (count) => t("{count, plural, one {# dashboard} other {# dashboards}}", { count }),
    nameFilter: { col: "dashboard_title", opr: "title_or_slug" },
    find: async (q, signal) => {
      const { result } = await call(dashboard.list, { q: { ...q, columns: ["id", "dashboard_title"] } }, { signal });
      return result.map(({ id, dashboard_title }) => ({ id, name: dashboard_title }));
    },
  },
  {
    ...{ type: "chart", many: "charts", label: t("Charts"), view: "Chart" },
    countText: (count) => t("{count, plural, one {# chart} other {# charts}}", { count }),
    nameFilter: { col: "slice_name", opr: "ct" },
    find: async (q, signal) => {
      const { result } = await call(chart.list, { q: { ...q, columns: ["id", "slice_name"] } }, { signal });
      return result.map(({ id, slice_name }) => ({ id, name: slice_name }));
    },
  },
  {
    ...{ type: "query", many: "saved queries", label: t("Saved queries"), view: "SavedQuery" },
    countText: (count) => t("{count, plural, one {# saved query} other {# saved queries}}", { count }),
    nameFilter: { col: "label", opr: "ct" },
    find: async (q, signal) => {
      const { result } = await call(savedQuery.list, { q: { ...q, columns: ["id", "label"] } }, { signal });
      return result.map(({ id, label }) => ({ id, name: label ?? "" }));
    },
  },
  {
    ...{ type: "dataset", many: "datasets", label: t("Datasets"), view: "Dataset" },
    countText: (count) => t("{count, plural, one {# dataset} other {# datasets}}", { count }),
    nameFilter: { col: "table_name", opr: "ct" },
    find: async (q, signal) => {
      const { result } = await call(dataset.list, { q: { ...q, columns: ["id", "table_name"] } }, { signal });
      return result.map(({ id, table_name }) => ({ id, name: table_name }));
    },
  },
];

const PAGE_SIZE = 50;

export function finderOf({ type, nameFilter, find }: TaggedKind, userId: number) {
  const own = isAdmin() || type === "query" ? [] : [{ col: "owners", opr: "rel_m_m", value: userId }];
  return (text: string, signal: AbortSignal) =>
    find({ filters: [...own, ...(text ? [{ ...nameFilter, value: text }] : [])], page_size: PAGE_SIZE }, signal);
}

export type Counts = Readonly<Record<ObjectType, number>>;

export function countsText(counts: Counts): string {
  const used = TAGGED_KINDS.filter(({ type }) => counts[type] > 0);
  return list(
    used.map(({ type, countText }) => countText(counts[type])),
    "commas",
  );
}
