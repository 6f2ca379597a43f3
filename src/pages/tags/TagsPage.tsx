import { Button } from "antd";
import { Plus, Tag, Tags } from "lucide-react";
import { useMemo, useState } from "react";
import type { z } from "zod";
import * as tags from "../../api/tag/contract.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { call } from "../../web/client/client.ts";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { LongText } from "../../web/list-view/LongText.tsx";
import {
  favoriteFilter,
  modifiedByFilter,
  modifiedColumn,
  type RecordActions,
  recordActions,
} from "../../web/list-view/standard.tsx";
import { useDialogAddress } from "../../web/navigation/use-dialog-address.ts";
import { can } from "../../web/session/session.ts";
import { type Counts, countsText } from "./tagged-kinds.ts";

const NewTag = lazyComponent(async () => (await import("./TagForm.tsx")).NewTag);
const EditTag = lazyComponent(async () => (await import("./TagForm.tsx")).EditTag);
const GiveDialog = lazyComponent(async () => (await import("./GiveDialog.tsx")).GiveDialog);

interface Chosen {
  act: "give" | "delete";
  rows: readonly TagRow[];
  done?: (() => void) | undefined;
}

/** All tags that people wrote. `?new=1` opens the dialog that makes one, `?edit=<id>` the one that changes it. */
export function TagsPage() {
  const [chosen, setChosen] = useState<Chosen>();
  const mayWrite = can("can_write", "Tag");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress("/superset/tags/", mayWrite);
  const definition = useMemo(
    () =>
      tagList({
        mayWrite,
        mayTag: can("can_bulk_create", "Tag"),
        onEdit: ({ id }) => openEdit(id),
        onTag: (rows, done) => setChosen({ act: "give", rows, done }),
        onDelete: (rows, done) => setChosen({ act: "delete", rows, done }),
      }),
    [mayWrite, openEdit],
  );
  const leave = () => setChosen(undefined);
  return (
    <ListView
      definition={definition}
      actions={
        mayWrite ? (
          <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
            New tag
          </Button>
        ) : undefined
      }
    >
      {isNew ? <NewTag onClose={close} /> : null}
      {edited > 0 ? <EditTag key={edited} id={edited} onClose={close} /> : null}
      {chosen?.act === "give" ? (
        <GiveDialog names={chosen.rows.map(({ name }) => name)} onClose={leave} onGiven={() => chosen.done?.()} />
      ) : null}
      {chosen?.act === "delete" ? (
        <DeleteDialog
          things={chosen.rows}
          noun={NOUN}
          contract={tags}
          byName
          listKey="tags"
          consequences={(signal) => whatLoses(chosen.rows, signal)}
          onClose={leave}
          onDeleted={chosen.done}
        />
      ) : null}
    </ListView>
  );
}

/** What would be without the tags: each object once, however many of them it has. */
async function whatLoses(rows: readonly TagRow[], signal: AbortSignal): Promise<string> {
  const { result } = await call(tags.objects, { query: { tagIds: rows.map(({ id }) => id).join(",") } }, { signal });
  const count = (type: tags.ObjectType) => result.filter((one) => one.type === type).length;
  const counts: Counts = {
    dashboard: count("dashboard"),
    chart: count("chart"),
    query: count("query"),
    dataset: count("dataset"),
  };
  const words = countsText(counts);
  const it = rows.length === 1 ? "It is" : "They are";
  return words ? `${it} taken from ${words}.` : `Nothing that you see has ${rows.length === 1 ? "it" : "them"}.`;
}

interface TagRow extends z.infer<typeof tags.TagRow> {
  counts: Counts;
}

const NOUN = { one: "tag", many: "tags" } as const;

interface TagActs extends RecordActions<TagRow> {
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
function tagList(acts: TagActs): ListDefinition<TagRow> {
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
