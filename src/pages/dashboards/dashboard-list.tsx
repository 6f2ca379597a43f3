import { Button } from "antd";
import { Download, LayoutDashboard, PencilLine, Plus, Tag, Trash2 } from "lucide-react";
import type { DashboardRow } from "../../api/dashboard/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import { dashboardUrl } from "../../model/dashboard-url.ts";
import { AvatarGroup } from "../../ui/Avatar.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { call } from "../../web/client/client.ts";
import { Certified } from "../../web/components/Certified.tsx";
import { ChartPicture } from "../../web/components/ChartPicture.tsx";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { choicesFrom, tagChoices, YES_NO } from "../../web/list-view/choices.ts";
import type { BulkAction, ListDefinition, ListFilter, RowAction } from "../../web/list-view/definition.ts";
import { TagPills } from "../../web/list-view/TagPills.tsx";

export const NOUN = { one: "dashboard", many: "dashboards" } as const;

export interface DashboardActs {
  mayWrite: boolean;
  mayExport: boolean;
  mayTag: boolean;
  onDelete(rows: readonly DashboardRow[], done?: () => void): void;
  onEdit(row: DashboardRow): void;
  onExport(rows: readonly DashboardRow[]): void;
  onNew(): void;
  onTag(rows: readonly DashboardRow[], done: () => void): void;
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "dashboard_title", key: "search", label: "Name", operator: "title_or_slug" },
  {
    kind: "select",
    id: "published",
    key: "published",
    label: "Status",
    operator: "eq",
    options: [
      { value: true, text: "Published" },
      { value: false, text: "Draft" },
    ],
  },
  {
    kind: "select",
    id: "owners",
    key: "owners",
    label: "Owner",
    operator: "rel_m_m",
    options: choicesFrom(dashboard.related, "owners"),
  },
  { kind: "select", id: "id", key: "favorite", label: "Favorite", operator: "dashboard_is_favorite", options: YES_NO },
  {
    kind: "select",
    id: "id",
    key: "certified",
    label: "Certified",
    operator: "dashboard_is_certified",
    options: YES_NO,
  },
  {
    kind: "select",
    id: "changed_by",
    key: "changed_by",
    label: "Modified by",
    operator: "rel_o_m",
    options: choicesFrom(dashboard.related, "changed_by"),
  },
  { kind: "select", id: "tags", key: "tag", label: "Tag", operator: "dashboard_tag_id", options: tagChoices },
];

/** The list of dashboards, for what the user may do. */
export function dashboardList(acts: DashboardActs): ListDefinition<DashboardRow> {
  return {
    key: "dashboards",
    title: "Dashboards",
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "changed_on_delta_humanized", order: "desc" },
    sorts: [
      { label: "Alphabetical", sort: { column: "dashboard_title", order: "asc" } },
      { label: "Recently modified", sort: { column: "changed_on_delta_humanized", order: "desc" } },
      { label: "Least recently modified", sort: { column: "changed_on_delta_humanized", order: "asc" } },
    ],
    select: SELECT,
    load: (q, signal) => call(dashboard.list, { q }, { signal }),
    nameOf: (row) => row.dashboard_title || "Untitled dashboard",
    addressOf: (row) => row.url ?? dashboardUrl(row),
    favorites: "dashboard",
    rowActions: rowActions(acts),
    bulkActions: bulkActions(acts),
    card: (row) => ({
      picture: <ChartPicture kind="dashboard" seed={row.id} src={row.thumbnail_url} />,
      note: <RelativeTime at={row.changed_on_utc} capitalized />,
      badges: <Status row={row} />,
      people: <AvatarGroup people={row.owners ?? []} />,
      mark: <Certified by={row.certified_by} details={row.certification_details} />,
    }),
    emptyIcon: LayoutDashboard,
    empty: {
      title: "No dashboards yet",
      text: "A dashboard arranges charts on a grid, with filters over all of them.",
      action: acts.mayWrite ? (
        <Button type="primary" icon={<Plus size={16} />} onClick={acts.onNew}>
          New dashboard
        </Button>
      ) : undefined,
    },
  };
}

const SELECT = [
  "id",
  "thumbnail_url",
  "dashboard_title",
  "slug",
  "url",
  "published",
  "status",
  "certified_by",
  "certification_details",
  "is_managed_externally",
  "changed_on_utc",
  "changed_on_delta_humanized",
  "changed_by",
  "owners.id",
  "owners.first_name",
  "owners.last_name",
  "tags.id",
  "tags.name",
  "tags.type",
];

const COLUMNS: ListDefinition<DashboardRow>["columns"] = [
  {
    id: "dashboard_title",
    header: "Name",
    sort: "dashboard_title",
    cell: (row) => <Certified by={row.certified_by} details={row.certification_details} />,
  },
  {
    id: "published",
    header: "Status",
    sort: "published",
    width: "12%",
    cell: (row) => <Status row={row} />,
    from: 640,
    below: true,
  },
  {
    id: "tags",
    header: "Tags",
    width: "16%",
    from: 1200,
    cell: (row) => <TagPills tags={row.tags} />,
  },
  {
    id: "owners",
    header: "Owners",
    width: "14%",
    from: 960,
    cell: (row) => <AvatarGroup people={row.owners ?? []} />,
  },
  {
    id: "changed_on_delta_humanized",
    header: "Last modified",
    sort: "changed_on_delta_humanized",
    width: "16%",
    from: 640,
    below: true,
    cell: (row) => <RelativeTime at={row.changed_on_utc} short capitalized />,
  },
  { id: "changed_by", header: "Modified by" },
  { id: "id", header: "" },
];

function Status({ row }: { row: DashboardRow }) {
  const published = row.published ?? row.status === "published";
  return <Pill tone={published ? "success" : "neutral"}>{published ? "Published" : "Draft"}</Pill>;
}

function rowActions(acts: DashboardActs): RowAction<DashboardRow>[] {
  const { mayWrite, mayExport } = acts;
  return [
    { key: "edit", label: "Edit properties", icon: PencilLine, inline: true, when: () => mayWrite, run: acts.onEdit },
    {
      key: "export",
      label: "Export",
      icon: Download,
      inline: true,
      when: () => mayExport,
      run: (row) => acts.onExport([row]),
    },
    {
      key: "delete",
      label: "Delete",
      icon: Trash2,
      danger: true,
      when: () => mayWrite,
      run: (row) => acts.onDelete([row]),
    },
  ];
}

function bulkActions(acts: DashboardActs): BulkAction<DashboardRow>[] {
  return [
    ...(acts.mayExport ? [{ key: "export", label: "Export", icon: Download, run: acts.onExport }] : []),
    ...(acts.mayTag ? [{ key: "tag", label: "Add tags", icon: Tag, run: acts.onTag }] : []),
    ...(acts.mayWrite ? [{ key: "delete", label: "Delete", icon: Trash2, danger: true, run: acts.onDelete }] : []),
  ];
}
