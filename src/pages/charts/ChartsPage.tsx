import { Tooltip } from "antd";
import { ChartColumn, ChartLine, CopyPlus, Info, Unplug } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { chartBundle } from "../../api/bundle/contract.ts";
import type { ChartRow } from "../../api/chart/contract.ts";
import * as chart from "../../api/chart/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import { CHART_CARDS } from "../../chart-types/index.ts";
import { type ObjectKind, ObjectListPage } from "../../features/object-list/ObjectListPage.tsx";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { AvatarGroup } from "../../ui/Avatar.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { call } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { Certified } from "../../web/components/Certified.tsx";
import { ChartPicture } from "../../web/components/ChartPicture.tsx";
import { chartTypeName } from "../../web/components/chart-type-name.ts";
import { LinkList } from "../../web/components/LinkList.tsx";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import type { Choice, ListDefinition, ListFilter, RowAction } from "../../web/list-view/definition.ts";
import {
  cardSorts,
  certifiedFilter,
  favoriteFilter,
  LAST_MODIFIED_FIRST,
  modifiedByFilter,
  modifiedColumn,
  ownerFilter,
  ownersColumn,
  tagFilter,
  tagsColumn,
  USAGE_SORTS,
  unusedFilter,
  usageColumns,
} from "../../web/list-view/standard.tsx";
import { can } from "../../web/session/session.ts";
import { duplicateChart } from "./duplicate-chart.ts";

const ChartProperties = lazyComponent(
  async () => (await import("../../features/chart-properties/ChartProperties.tsx")).ChartProperties,
);

export function ChartsPage() {
  const [edited, setEdited] = useState<ChartRow>();
  const navigate = useNavigate();
  const handleNew = useCallback(() => void navigate("/chart/add"), [navigate]);
  const kind = useMemo(
    () => ({ ...CHARTS, ownActions: chartActions((address) => void navigate(address)) }),
    [navigate],
  );
  return (
    <ObjectListPage kind={kind} onNew={handleNew} onEdit={setEdited}>
      {edited ? (
        <ChartProperties chartId={edited.id} onSaved={reloadCharts} onClose={() => setEdited(undefined)} />
      ) : null}
    </ObjectListPage>
  );
}

function chartActions(onOpen: (address: string) => void): RowAction<ChartRow>[] {
  const canOpen = () => can("can_read", "Explore");
  const duplicate = async (row: ChartRow) => {
    if (await duplicateChart(row)) reloadCharts();
  };
  return [
    {
      key: "open",
      label: t("Open##verb"),
      icon: ChartLine,
      when: canOpen,
      run: (row) => onOpen(row.url ?? `/explore/?slice_id=${row.id}`),
    },
    {
      key: "duplicate",
      label: t("Duplicate"),
      icon: CopyPlus,
      when: () => canOpen() && can("can_write", "Chart"),
      run: (row) => void duplicate(row),
    },
  ];
}

function reloadCharts(): void {
  for (const key of ["charts", "chart", "home", "favorites"]) void queryClient.invalidateQueries({ queryKey: [key] });
}

const PAGE = { page: 0, page_size: 100 };

const FILTERS: readonly ListFilter[] = [
  {
    kind: "search",
    id: "slice_name",
    key: "search",
    label: t("Name, type or dataset"),
    operator: "chart_all_text",
  },
  {
    kind: "select",
    id: "viz_type",
    key: "viz_type",
    label: t("Type"),
    operator: "eq",
    options: chartTypeChoices(),
  },
  {
    kind: "select",
    id: "datasource_id",
    key: "dataset",
    label: t("Dataset"),
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
    label: t("Dashboard"),
    operator: "rel_m_m",
    options: async (search, signal) => {
      const filters = search ? [{ col: "dashboard_title", opr: "ct", value: search }] : [];
      const q = { ...PAGE, filters, order_column: "dashboard_title", order_direction: "asc" as const };
      const { result } = await call(dashboard.list, { q }, { signal });
      return result.map((row): Choice => ({ value: row.id, text: row.dashboard_title }));
    },
  },
  ownerFilter(chart.related),
  favoriteFilter("chart_is_favorite"),
  certifiedFilter("chart_is_certified"),
  unusedFilter("chart_is_unused"),
  { ...favoriteFilter("chart_is_broken"), key: "broken", label: t("Broken") },
  modifiedByFilter(chart.related),
  tagFilter("chart_tag_id"),
];

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
  "external_url",
  "changed_on_utc",
  "changed_on_delta_humanized",
  "changed_by",
  "dashboards.id",
  "dashboards.dashboard_title",
  "broken_by",
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
    header: t("Name"),
    sort: "slice_name",
    cell: (row) => (
      <>
        <Certified by={row.certified_by} details={row.certification_details} />
        {row.broken_by?.length ? <Broken names={row.broken_by} /> : null}
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
    header: t("Type"),
    sort: "viz_type",
    width: "13%",
    from: 640,
    below: true,
    wraps: true,
    cell: (row) => chartTypeName(row.viz_type),
  },
  {
    id: "datasource_id",
    header: t("Dataset"),
    sort: "datasource_name",
    width: "17%",
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
    header: t("Dashboards"),
    width: "15%",
    from: 1200,
    cell: (row) => (
      <LinkList
        links={(row.dashboards ?? []).map((each) => ({
          to: `/superset/dashboard/${each.id}/`,
          text: each.dashboard_title ?? t("Untitled dashboard"),
        }))}
      />
    ),
  },
  tagsColumn({ width: "12%", from: 1600 }),
  ownersColumn({ width: "8%", from: 1200 }),
  modifiedColumn({ width: "10%", from: 960, below: true }),
  ...usageColumns(t("Times opened in Explore by all users in the last 30 days"), 1600),
  { id: "changed_by", header: t("Modified by") },
  { id: "id", header: "" },
];

function Broken({ names }: { names: readonly string[] }) {
  const text = t("Its dataset no longer has: {names}", { names: list([...names], "commas") });
  return (
    <Tooltip title={text}>
      <span>
        <Pill tone="error" icon={<Unplug size={12} aria-hidden />}>
          {t("Broken")}
        </Pill>
        <span className="visually-hidden">{text}</span>
      </span>
    </Tooltip>
  );
}

const CHARTS: ObjectKind<ChartRow> = {
  resource: "Chart",
  contract: chart,
  bundle: chartBundle,
  key: "charts",
  title: t("Charts"),
  noun: { one: "chart", many: "charts" },
  newLabel: t("New chart"),
  editLabel: t("Edit properties"),
  isExportInline: true,
  tagType: "chart",
  toTrash: "chart",
  consequences: async (rows) => deletionText(rows),
  columns: COLUMNS,
  filters: FILTERS,
  initialSort: LAST_MODIFIED_FIRST,
  sorts: [...cardSorts("slice_name"), ...USAGE_SORTS],
  select: SELECT,
  load: (q, signal) => call(chart.list, { q }, { signal }),
  nameOf: (row) => row.slice_name || t("Untitled chart"),
  addressOf: (row) => (can("can_read", "Explore") ? (row.url ?? `/explore/?slice_id=${row.id}`) : undefined),
  favorites: "chart",
  usage: "chart",
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
  // Others may have some that this user can't see.
  get empty() {
    if (!can("can_write", "Database"))
      return {
        title: t("No charts are shared with you yet"),
        text: t("Ask an administrator for access. Charts you can open appear here."),
      };
    return {
      title: t("No charts yet"),
      text: t("A chart answers one question about a dataset. Choose a dataset to start."),
    };
  },
};

function deletionText(rows: readonly ChartRow[]): string {
  const isUsed = rows.some((row) => row.dashboards?.length);
  return isUsed
    ? `${usedOn(rows)} ${t("Its tile stays empty until the chart is restored or the tile is deleted.")}`
    : usedOn(rows);
}

export function usedOn(rows: readonly ChartRow[]): string {
  const titles = new Map(
    rows.flatMap((row) => row.dashboards ?? []).map((d) => [d.id, d.dashboard_title ?? t("Untitled")]),
  );
  const names = [...titles.values()];
  const [name = ""] = names;
  const charts = rows.length;
  if (names.length === 0)
    return t("{charts, plural, one {No dashboards use this chart.} other {No dashboards use these charts.}}", {
      charts,
    });
  if (names.length === 1) {
    return t(
      "{charts, plural, one {The chart will also be removed from the dashboard “{name}”.} other {The charts will also be removed from the dashboard “{name}”.}}",
      { charts, name },
    );
  }
  return t(
    "{charts, plural, one {The chart will also be removed from {dashboards, plural, one {# dashboard} other {# dashboards}}: {names}.} other {The charts will also be removed from {dashboards, plural, one {# dashboard} other {# dashboards}}: {names}.}}",
    { charts, dashboards: names.length, names: firstNames(names) },
  );
}

const NAMES_SHOWN = 3;

function firstNames(names: readonly string[]): string {
  const shown = list(names.slice(0, NAMES_SHOWN), "commas");
  const more = names.length - NAMES_SHOWN;
  return more > 0 ? t("{names} and {more, plural, one {# more} other {# more}}", { names: shown, more }) : shown;
}

export function chartTypeChoices(): { value: string; text: string }[] {
  return CHART_CARDS.map((type) => ({ value: type.key, text: t(type.name) })).sort((a, b) =>
    a.text.localeCompare(b.text),
  );
}
