import { Button, Tooltip } from "antd";
import { ChartColumn, Download, Info, PencilLine, Plus, Tag, Trash2 } from "lucide-react";
import type { ChartRow } from "../../api/chart/contract.ts";
import * as chart from "../../api/chart/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import { AvatarGroup } from "../../ui/Avatar.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { call } from "../../web/client/client.ts";
import { Certified } from "../../web/components/Certified.tsx";
import { ChartPicture } from "../../web/components/ChartPicture.tsx";
import { LinkList } from "../../web/components/LinkList.tsx";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { choicesFrom, tagChoices, YES_NO } from "../../web/list-view/choices.ts";
import type { BulkAction, Choice, ListDefinition, ListFilter, RowAction } from "../../web/list-view/definition.ts";
import { TagPills } from "../../web/list-view/TagPills.tsx";
import { can } from "../../web/session/session.ts";
import { chartTypeChoices, chartTypeName } from "./chart-type-names.ts";

export const NOUN = { one: "chart", many: "charts" } as const;

export interface ChartActs {
  mayWrite: boolean;
  mayExport: boolean;
  mayTag: boolean;
  onDelete(rows: readonly ChartRow[], done?: () => void): void;
  onEdit(row: ChartRow): void;
  onExport(rows: readonly ChartRow[]): void;
  onNew(): void;
  onTag(rows: readonly ChartRow[], done: () => void): void;
}

const PAGE = { page: 0, page_size: 100 };

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "slice_name", key: "search", label: "Name", operator: "chart_all_text" },
  {
    kind: "select",
    id: "viz_type",
    key: "viz_type",
    label: "Type",
    operator: "eq",
    options: chartTypeChoices(),
  },
  {
    kind: "select",
    id: "datasource_id",
    key: "dataset",
    label: "Dataset",
    operator: "eq",
    options: async (search, signal) => {
      const filters = search ? [{ col: "table_name", opr: "ct", value: search }] : [];
      const q = { ...PAGE, filters, order_column: "table_name", order_direction: "asc" as const };
      const { result } = await call(dataset.list, { q }, { signal });
      return result.map((row): Choice => ({ value: row.id, text: row.table_name }));
    },
  },
  {
    kind: "select",
    id: "dashboards",
    key: "dashboard",
    label: "Dashboard",
    operator: "rel_m_m",
    options: async (search, signal) => {
      const filters = search ? [{ col: "dashboard_title", opr: "ct", value: search }] : [];
      const q = { ...PAGE, filters, order_column: "dashboard_title", order_direction: "asc" as const };
      const { result } = await call(dashboard.list, { q }, { signal });
      return result.map((row): Choice => ({ value: row.id, text: row.dashboard_title }));
    },
  },
  {
    kind: "select",
    id: "owners",
    key: "owners",
    label: "Owner",
    operator: "rel_m_m",
    options: choicesFrom(chart.related, "owners"),
  },
  { kind: "select", id: "id", key: "favorite", label: "Favorite", operator: "chart_is_favorite", options: YES_NO },
  { kind: "select", id: "id", key: "certified", label: "Certified", operator: "chart_is_certified", options: YES_NO },
  {
    kind: "select",
    id: "changed_by",
    key: "changed_by",
    label: "Modified by",
    operator: "rel_o_m",
    options: choicesFrom(chart.related, "changed_by"),
  },
  { kind: "select", id: "tags", key: "tag", label: "Tag", operator: "chart_tag_id", options: tagChoices },
];

/** The list of charts, for what the user may do. */
export function chartList(acts: ChartActs): ListDefinition<ChartRow> {
  return {
    key: "charts",
    title: "Charts",
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "changed_on_delta_humanized", order: "desc" },
    sorts: [
      { label: "Alphabetical", sort: { column: "slice_name", order: "asc" } },
      { label: "Recently modified", sort: { column: "changed_on_delta_humanized", order: "desc" } },
      { label: "Least recently modified", sort: { column: "changed_on_delta_humanized", order: "asc" } },
    ],
    select: SELECT,
    load: (q, signal) => call(chart.list, { q }, { signal }),
    nameOf: (row) => row.slice_name || "Untitled chart",
    ...(can("can_read", "Explore") ? { addressOf: (row: ChartRow) => row.url ?? `/explore/?slice_id=${row.id}` } : {}),
    favorites: "chart",
    rowActions: rowActions(acts),
    bulkActions: bulkActions(acts),
    card: (row) => ({
      picture: <ChartPicture kind="chart" vizType={row.viz_type} seed={row.id} src={row.thumbnail_url} />,
      note: (
        <>
          {chartTypeName(row.viz_type)} · <RelativeTime at={row.changed_on_utc} />
        </>
      ),
      badges: row.datasource_name_text ? <Pill>{row.datasource_name_text}</Pill> : undefined,
      people: <AvatarGroup people={row.owners ?? []} />,
      mark: <Certified by={row.certified_by} details={row.certification_details} />,
    }),
    emptyIcon: ChartColumn,
    empty: {
      title: "No charts yet",
      text: "A chart shows one question about a dataset. Pick a dataset, see it at once.",
      action: acts.mayWrite ? (
        <Button type="primary" icon={<Plus size={16} />} onClick={acts.onNew}>
          New chart
        </Button>
      ) : undefined,
    },
  };
}

function rowActions({ mayWrite, mayExport, onEdit, onExport, onDelete }: ChartActs): RowAction<ChartRow>[] {
  return [
    { key: "edit", label: "Edit properties", icon: PencilLine, inline: true, when: () => mayWrite, run: onEdit },
    {
      key: "export",
      label: "Export",
      icon: Download,
      inline: true,
      when: () => mayExport,
      run: (row) => onExport([row]),
    },
    { key: "delete", label: "Delete", icon: Trash2, danger: true, when: () => mayWrite, run: (row) => onDelete([row]) },
  ];
}

function bulkActions({ mayWrite, mayExport, mayTag, onExport, onDelete, onTag }: ChartActs): BulkAction<ChartRow>[] {
  return [
    ...(mayExport ? [{ key: "export", label: "Export", icon: Download, run: onExport }] : []),
    ...(mayTag ? [{ key: "tag", label: "Add tags", icon: Tag, run: onTag }] : []),
    ...(mayWrite ? [{ key: "delete", label: "Delete", icon: Trash2, danger: true, run: onDelete }] : []),
  ];
}

const SELECT = [
  "id",
  "thumbnail_url",
  "slice_name",
  "viz_type",
  "url",
  "description",
  "datasource_id",
  "datasource_type",
  "datasource_name_text",
  "datasource_url",
  "certified_by",
  "certification_details",
  "is_managed_externally",
  "changed_on_utc",
  "changed_on_delta_humanized",
  "changed_by",
  "dashboards.id",
  "dashboards.dashboard_title",
  "owners.id",
  "owners.first_name",
  "owners.last_name",
  "tags.id",
  "tags.name",
  "tags.type",
];

const COLUMNS: ListDefinition<ChartRow>["columns"] = [
  {
    id: "slice_name",
    header: "Name",
    sort: "slice_name",
    cell: (row) => (
      <>
        <Certified by={row.certified_by} details={row.certification_details} />
        {row.description ? (
          <Tooltip title={row.description}>
            <Info size={14} role="img" aria-label={row.description} />
          </Tooltip>
        ) : null}
      </>
    ),
  },
  {
    id: "viz_type",
    header: "Type",
    sort: "viz_type",
    width: "20%",
    from: 640,
    below: true,
    cell: (row) => chartTypeName(row.viz_type),
  },
  {
    id: "datasource_id",
    header: "Dataset",
    sort: "datasource_name",
    width: "14%",
    from: 640,
    cell: (row) =>
      row.datasource_id && can("can_read", "Explore") ? (
        <LinkList
          links={[
            {
              to: `/explore/?datasource_id=${row.datasource_id}&datasource_type=table`,
              text: row.datasource_name_text ?? `${row.datasource_id}`,
            },
          ]}
        />
      ) : (
        row.datasource_name_text
      ),
  },
  {
    id: "dashboards",
    header: "On dashboards",
    width: "15%",
    from: 1200,
    cell: (row) => (
      <LinkList
        links={(row.dashboards ?? []).map((each) => ({
          to: `/superset/dashboard/${each.id}/`,
          text: each.dashboard_title ?? "Untitled dashboard",
        }))}
      />
    ),
  },
  { id: "tags", header: "Tags", width: "12%", from: 1200, cell: (row) => <TagPills tags={row.tags} /> },
  {
    id: "owners",
    header: "Owners",
    width: "10%",
    from: 1200,
    cell: (row) => <AvatarGroup people={row.owners ?? []} />,
  },
  {
    id: "changed_on_delta_humanized",
    header: "Last modified",
    sort: "changed_on_delta_humanized",
    width: "12%",
    from: 960,
    below: true,
    cell: (row) => <RelativeTime at={row.changed_on_utc} short capitalized />,
  },
  { id: "changed_by", header: "Modified by" },
  { id: "id", header: "" },
];
