import { Tag, Tags } from "lucide-react";
import type { z } from "zod";
import * as tags from "../../api/tag/contract.ts";
import { call } from "../../web/client/client.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { LongText } from "../../web/list-view/LongText.tsx";
import {
  favoriteFilter,
  modifiedByFilter,
  modifiedColumn,
  type RecordActs,
  recordActions,
} from "../../web/list-view/standard.tsx";
import { type Counts, countsText } from "./tagged-kinds.ts";

export interface TagRow extends z.infer<typeof tags.TagRow> {
  counts: Counts;
}

export const NOUN = { one: "tag", many: "tags" } as const;

export interface TagActs extends RecordActs<TagRow> {
  /** May give tags to many objects at once. */
  mayTag: boolean;
  onTag(rows: readonly TagRow[], done: () => void): void;
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "name", key: "search", label: "Name", operator: "ct" },
  favoriteFilter("tag_is_favorite"),
  modifiedByFilter(tags.related),
];

const COLUMNS: ListDefinition<TagRow>["columns"] = [
  { id: "name", header: "Name", sort: "name", cell: () => null },
  {
    id: "description",
    header: "Description",
    sort: "description",
    width: "28%",
    from: 960,
    cell: (row) => <LongText text={row.description} />,
  },
  { id: "counts", header: "Given to", width: "26%", from: 640, cell: (row) => countsText(row.counts) },
  modifiedColumn({ width: "14%", from: 640 }),
  { id: "changed_by", header: "Modified by" },
  { id: "id", header: "" },
];

const WRITTEN = { col: "type", opr: "custom_tag", value: true };
const NONE: Counts = { dashboard: 0, chart: 0, query: 0, dataset: 0 };

/** What people find things by, but for what the product keeps itself. */
export function tagList(acts: TagActs): ListDefinition<TagRow> {
  const { rowActions, bulkActions } = recordActions(acts);
  return {
    key: "tags",
    title: "Tags",
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "name", order: "asc" },
    sorts: [],
    select: ["id", "name", "type", "description", "changed_on"],
    load: async (q, signal) => {
      const options = signal ? { signal } : {};
      const { count, result } = await call(
        tags.list,
        { q: { ...q, filters: [...(q.filters ?? []), WRITTEN] } },
        options,
      );
      const ids = result.map(({ id }) => id);
      const counted = ids.length > 0 ? (await call(tags.objectCounts, { q: ids }, options)).result : [];
      const countsOf = new Map(counted.map((counts) => [counts.id, counts]));
      return { count, result: result.map((row) => ({ ...row, counts: countsOf.get(row.id) ?? NONE })) };
    },
    nameOf: (row) => row.name,
    addressOf: (row) => `/superset/all_entities/?id=${row.id}`,
    favorites: "tag",
    rowActions,
    bulkActions: [
      ...(acts.mayTag ? [{ key: "give", label: "Give to objects", icon: Tag, run: acts.onTag }] : []),
      ...bulkActions,
    ],
    emptyIcon: Tags,
    empty: {
      title: "No tags yet",
      text: "A tag is a word that dashboards, charts, saved queries and datasets are found by.",
    },
  };
}
