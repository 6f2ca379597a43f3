import { Button } from "antd";
import { Plus, Tag, Tags } from "lucide-react";
import { useMemo, useState } from "react";
import type { z } from "zod";
import * as tags from "../../api/tag/contract.ts";
import { t } from "../../i18n/translate.ts";
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
const AddTagsDialog = lazyComponent(async () => (await import("./AddTagsDialog.tsx")).AddTagsDialog);

interface PendingAction {
  action: "tag" | "delete";
  rows: readonly TagRow[];
  done?: (() => void) | undefined;
}

/** All custom tags. `?new=1` opens a dialog for a new tag, `?edit=<id>` the one for an existing tag. */
export function TagsPage() {
  const [pending, setPending] = useState<PendingAction>();
  const canWrite = can("can_write", "Tag");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress("/superset/tags/", canWrite);
  const definition = useMemo(
    () =>
      tagList({
        canWrite,
        canTag: can("can_bulk_create", "Tag"),
        onNew: openNew,
        onEdit: ({ id }) => openEdit(id),
        onTag: (rows, done) => setPending({ action: "tag", rows, done }),
        onDelete: (rows, done) => setPending({ action: "delete", rows, done }),
      }),
    [canWrite, openEdit, openNew],
  );
  const leave = () => setPending(undefined);
  return (
    <ListView definition={definition} actions={definition.empty.action}>
      {isNew ? <NewTag onClose={close} /> : null}
      {edited > 0 ? <EditTag key={edited} id={edited} onClose={close} /> : null}
      {pending?.action === "tag" ? (
        <AddTagsDialog names={pending.rows.map(({ name }) => name)} onClose={leave} onTagged={() => pending.done?.()} />
      ) : null}
      {pending?.action === "delete" ? (
        <DeleteDialog
          items={pending.rows}
          noun={NOUN}
          contract={tags}
          byName
          listKey="tags"
          consequences={(signal) => usageOf(pending.rows, signal)}
          onClose={leave}
          onDeleted={pending.done}
        />
      ) : null}
    </ListView>
  );
}

async function usageOf(rows: readonly TagRow[], signal: AbortSignal): Promise<string> {
  const { result } = await call(tags.objects, { query: { tagIds: rows.map(({ id }) => id).join(",") } }, { signal });
  const count = (type: tags.ObjectType) => result.filter((one) => one.type === type).length;
  const counts: Counts = {
    dashboard: count("dashboard"),
    chart: count("chart"),
    query: count("query"),
    dataset: count("dataset"),
  };
  const items = countsText(counts);
  if (rows.length === 1)
    return items ? t("The tag will be removed from {items}.", { items }) : t("No items you can see have this tag.");
  return items ? t("The tags will be removed from {items}.", { items }) : t("No items you can see have these tags.");
}

interface TagRow extends z.infer<typeof tags.TagRow> {
  counts: Counts;
}

const NOUN = { one: "tag", many: "tags" } as const;

interface TagListOptions extends RecordActions<TagRow> {
  canTag: boolean;
  onNew(): void;
  onTag(rows: readonly TagRow[], done: () => void): void;
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "name", key: "search", label: t("Name"), operator: "ct" },
  favoriteFilter("tag_is_favorite"),
  modifiedByFilter(tags.related),
];

const COLUMNS: ListDefinition<TagRow>["columns"] = [
  { id: "name", header: t("Name"), sort: "name", cell: () => null },
  {
    id: "description",
    header: t("Description"),
    sort: "description",
    width: "28%",
    from: 960,
    cell: (row) => <LongText text={row.description} />,
  },
  { id: "counts", header: t("Used by"), width: "26%", from: 640, cell: (row) => countsText(row.counts) },
  modifiedColumn({ width: "14%", from: 640 }),
  { id: "changed_by", header: t("Modified by") },
  { id: "id", header: "" },
];

const CUSTOM_ONLY = { col: "type", opr: "custom_tag", value: true };
const NONE: Counts = { dashboard: 0, chart: 0, query: 0, dataset: 0 };

function tagList(listOptions: TagListOptions): ListDefinition<TagRow> {
  const { rowActions, bulkActions } = recordActions(listOptions);
  return {
    key: "tags",
    title: t("Tags"),
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
        { q: { ...q, filters: [...(q.filters ?? []), CUSTOM_ONLY] } },
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
      ...(listOptions.canTag ? [{ key: "tag", label: t("Tag items"), icon: Tag, run: listOptions.onTag }] : []),
      ...bulkActions,
    ],
    emptyIcon: Tags,
    empty: {
      title: t("No tags yet"),
      text: t("Tags help you find dashboards, charts, queries and datasets."),
      action: listOptions.canWrite ? (
        <Button type="primary" icon={<Plus size={16} />} onClick={listOptions.onNew}>
          {t("New tag")}
        </Button>
      ) : undefined,
    },
  };
}
