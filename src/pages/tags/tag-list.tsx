import { PencilLine, Tag, Tags, Trash2 } from "lucide-react";
import type { z } from "zod";
import * as tags from "../../api/tag/contract.ts";
import { call } from "../../web/client/client.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { choicesFrom, YES_NO } from "../../web/list-view/choices.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { LongText } from "../../web/list-view/LongText.tsx";
import { type Counts, countsText } from "./tagged-kinds.ts";

export interface TagRow extends z.infer<typeof tags.TagRow> {
  counts: Counts;
}

export const NOUN = { one: "tag", many: "tags" } as const;

export interface TagActs {
  mayWrite: boolean;
  /** May give tags to many objects at once. */
  mayTag: boolean;
  onEdit(row: TagRow): void;
  onTag(rows: readonly TagRow[], done: () => void): void;
  onDelete(rows: readonly TagRow[], done?: () => void): void;
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "name", key: "search", label: "Name", operator: "ct" },
  { kind: "select", id: "id", key: "favorite", label: "Favorite", operator: "tag_is_favorite", options: YES_NO },
  {
    kind: "select",
    id: "changed_by",
    key: "changed_by",
    label: "Modified by",
    operator: "rel_o_m",
    options: choicesFrom(tags.related, "changed_by"),
  },
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
  {
    id: "changed_on_delta_humanized",
    header: "Last modified",
    sort: "changed_on_delta_humanized",
    width: "14%",
    from: 640,
    cell: (row) => <RelativeTime at={row.changed_on} short capitalized />,
  },
  { id: "changed_by", header: "Modified by" },
  { id: "id", header: "" },
];

const WRITTEN = { col: "type", opr: "custom_tag", value: true };
const NONE: Counts = { dashboard: 0, chart: 0, query: 0, dataset: 0 };

/** What people find things by, but for what the product keeps itself. */
export function tagList({ mayWrite, mayTag, onEdit, onTag, onDelete }: TagActs): ListDefinition<TagRow> {
  const remove = { key: "delete", label: "Delete", icon: Trash2, danger: true } as const;
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
    rowActions: mayWrite
      ? [
          { key: "edit", label: "Edit", icon: PencilLine, inline: true, run: onEdit },
          { ...remove, run: (row) => onDelete([row]) },
        ]
      : [],
    bulkActions: [
      ...(mayTag ? [{ key: "give", label: "Give to objects", icon: Tag, run: onTag }] : []),
      ...(mayWrite ? [{ ...remove, run: onDelete }] : []),
    ],
    emptyIcon: Tags,
    empty: {
      title: "No tags yet",
      text: "A tag is a word that dashboards, charts, saved queries and datasets are found by.",
    },
  };
}
