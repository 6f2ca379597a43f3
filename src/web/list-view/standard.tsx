import { PencilLine, Trash2 } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import type { Operation } from "../../model/operation.ts";
import type { Person, Tag } from "../../model/resource.ts";
import { AvatarGroup } from "../../ui/Avatar.tsx";
import { RelativeTime } from "../components/RelativeTime.tsx";
import { choicesFrom, tagChoices, YES_NO } from "./choices.ts";
import type { BulkAction, ListColumn, ListFilter, RowAction, Sort } from "./definition.ts";
import { TagPills } from "./TagPills.tsx";
import { LastViewed, Views } from "./UsageCells.tsx";

export const relatedFilter = (source: Operation, id: string, label: string, key = id): ListFilter => ({
  kind: "select",
  id,
  key,
  label,
  operator: "rel_o_m",
  options: choicesFrom(source, id),
});

export const manyFilter = (source: Operation, id: string, label: string, key = id): ListFilter => ({
  ...relatedFilter(source, id, label, key),
  operator: "rel_m_m",
});

export const distinctFilter = (source: Operation, id: string, label: string): ListFilter => ({
  ...relatedFilter(source, id, label),
  operator: "eq",
});

export const ownerFilter = (related: Operation): ListFilter => manyFilter(related, "owners", t("Owner"));

export const modifiedByFilter = (related: Operation): ListFilter =>
  relatedFilter(related, "changed_by", t("Modified by"));

export const favoriteFilter = (operator: string): ListFilter => ({
  kind: "select",
  id: "id",
  key: "favorite",
  label: t("Favorite"),
  operator,
  options: YES_NO,
});

export const certifiedFilter = (operator: string): ListFilter => ({
  ...favoriteFilter(operator),
  key: "certified",
  label: t("Certified"),
});

export const unusedFilter = (operator: string): ListFilter => ({
  ...favoriteFilter(operator),
  key: "unused",
  label: t("Unused for 90 days"),
});

export const tagFilter = (operator: string): ListFilter => ({
  kind: "select",
  id: "tags",
  key: "tag",
  label: t("Tag"),
  operator,
  options: tagChoices,
});

type Placing<T> = Pick<ListColumn<T>, "width" | "from" | "below" | "sort">;

export const ownersColumn = <T extends { owners?: Person[] | undefined }>(placing: Placing<T>): ListColumn<T> => ({
  id: "owners",
  header: t("Owners"),
  cell: (row) => <AvatarGroup people={row.owners ?? []} />,
  ...placing,
});

export const tagsColumn = <T extends { tags?: Tag[] | undefined }>(placing: Placing<T>): ListColumn<T> => ({
  id: "tags",
  header: t("Tags"),
  cell: (row) => <TagPills tags={row.tags} />,
  ...placing,
});

export const usageColumns = <T extends { id: number }>(
  hint: string,
  lastViewedFrom: 1200 | 1600 = 1200,
): ListColumn<T>[] => [
  {
    id: "views",
    header: t("Views"),
    hint,
    sort: "views",
    width: "9%",
    align: "end",
    from: 1200,
    wraps: true,
    cell: ({ id }) => <Views id={id} />,
  },
  {
    id: "last_viewed",
    header: t("Last viewed"),
    sort: "last_viewed",
    width: "10%",
    from: lastViewedFrom,
    cell: ({ id }) => <LastViewed id={id} />,
  },
];

export const USAGE_SORTS: { label: string; sort: Sort }[] = [
  { label: t("Most viewed"), sort: { column: "views", order: "desc" } },
  { label: t("Recently viewed"), sort: { column: "last_viewed", order: "desc" } },
];

const MODIFIED = "changed_on_delta_humanized";

export const modifiedColumn = <T extends { changed_on?: string | undefined; changed_on_utc?: string | undefined }>(
  placing: Placing<T>,
): ListColumn<T> => ({
  id: MODIFIED,
  header: t("Last modified"),
  sort: MODIFIED,
  cell: (row) => <RelativeTime at={row.changed_on_utc ?? row.changed_on} short capitalized />,
  ...placing,
});

export const LAST_MODIFIED_FIRST: Sort = { column: MODIFIED, order: "desc" };

export const cardSorts = (name: string): { label: string; sort: Sort }[] => [
  { label: t("Alphabetical"), sort: { column: name, order: "asc" } },
  { label: t("Recently modified"), sort: LAST_MODIFIED_FIRST },
  { label: t("Least recently modified"), sort: { column: MODIFIED, order: "asc" } },
];

export interface RecordActions<Row> {
  canWrite: boolean;
  onEdit(row: Row): void;
  onDelete(rows: readonly Row[], done?: () => void): void;
}

export const DELETE = { key: "delete", label: t("Delete"), icon: Trash2, danger: true } as const;

export function recordActions<Row>({ canWrite, onEdit, onDelete }: RecordActions<Row>): {
  rowActions: RowAction<Row>[];
  bulkActions: BulkAction<Row>[];
} {
  if (!canWrite) return { rowActions: [], bulkActions: [] };
  return {
    rowActions: [
      { key: "edit", label: t("Edit"), icon: PencilLine, inline: true, run: onEdit },
      { ...DELETE, run: (row) => onDelete([row]) },
    ],
    bulkActions: [{ ...DELETE, run: onDelete }],
  };
}
