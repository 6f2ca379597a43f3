import { LayoutDashboard } from "lucide-react";
import { useCallback, useState } from "react";
import { useNavigate } from "react-router";
import { dashboardBundle } from "../../api/bundle/contract.ts";
import type { DashboardRow } from "../../api/dashboard/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import { type ObjectKind, ObjectListPage } from "../../features/object-list/ObjectListPage.tsx";
import { t } from "../../i18n/translate.ts";
import { dashboardUrl } from "../../model/dashboard.ts";
import { AvatarGroup } from "../../ui/Avatar.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { call } from "../../web/client/client.ts";
import { Certified } from "../../web/components/Certified.tsx";
import { ChartPicture } from "../../web/components/ChartPicture.tsx";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
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

const StoredProperties = lazyComponent(
  async () => (await import("../../features/dashboard-properties/StoredProperties.tsx")).StoredProperties,
);

export function DashboardsPage() {
  const [edited, setEdited] = useState<DashboardRow>();
  const navigate = useNavigate();
  const handleNew = useCallback(() => void navigate("/dashboard/new/"), [navigate]);
  return (
    <ObjectListPage kind={DASHBOARDS} onNew={handleNew} onEdit={setEdited}>
      {edited ? <StoredProperties id={edited.id} onClose={() => setEdited(undefined)} /> : null}
    </ObjectListPage>
  );
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "dashboard_title", key: "search", label: t("Name or slug"), operator: "title_or_slug" },
  {
    kind: "select",
    id: "published",
    key: "published",
    label: t("Status"),
    operator: "eq",
    options: [
      { value: true, text: t("Published") },
      { value: false, text: t("Draft") },
    ],
  },
  ownerFilter(dashboard.related),
  favoriteFilter("dashboard_is_favorite"),
  certifiedFilter("dashboard_is_certified"),
  unusedFilter("dashboard_is_unused"),
  modifiedByFilter(dashboard.related),
  tagFilter("dashboard_tag_id"),
];

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
  "external_url",
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
    header: t("Name"),
    sort: "dashboard_title",
    cell: (row) => <Certified by={row.certified_by} details={row.certification_details} />,
  },
  {
    id: "published",
    header: t("Status"),
    sort: "published",
    width: "12%",
    cell: (row) => <Status row={row} />,
    from: 640,
    below: true,
  },
  tagsColumn({ width: "16%", from: 1200 }),
  ownersColumn({ width: "14%", from: 960 }),
  modifiedColumn({ width: "16%", from: 640, below: true }),
  ...usageColumns(t("Views by all users in the last 30 days")),
  { id: "changed_by", header: t("Modified by") },
  { id: "id", header: "" },
];

const DASHBOARDS: ObjectKind<DashboardRow> = {
  resource: "Dashboard",
  contract: dashboard,
  bundle: dashboardBundle,
  key: "dashboards",
  title: t("Dashboards"),
  noun: { one: "dashboard", many: "dashboards" },
  newLabel: t("New dashboard"),
  editLabel: t("Edit properties"),
  isExportInline: true,
  tagType: "dashboard",
  toTrash: "dashboard",
  columns: COLUMNS,
  filters: FILTERS,
  initialSort: LAST_MODIFIED_FIRST,
  sorts: [...cardSorts("dashboard_title"), ...USAGE_SORTS],
  select: SELECT,
  load: (q, signal) => call(dashboard.list, { q }, { signal }),
  nameOf: (row) => row.dashboard_title || t("Untitled dashboard"),
  addressOf: (row) => row.url ?? dashboardUrl(row),
  favorites: "dashboard",
  usage: "dashboard",
  card: (row) => ({
    picture: <ChartPicture kind="dashboard" seed={row.id} src={row.thumbnail_url} />,
    note: <RelativeTime at={row.changed_on_utc} capitalized />,
    badges: <Status row={row} />,
    people: <AvatarGroup people={row.owners ?? []} />,
    mark: <Certified by={row.certified_by} details={row.certification_details} />,
  }),
  emptyIcon: LayoutDashboard,
  // Others may have some that this user can't see.
  get empty() {
    if (!can("can_write", "Database"))
      return {
        title: t("No dashboards are shared with you yet"),
        text: t("Ask an administrator for access. Dashboards you can open appear here."),
      };
    return {
      title: t("No dashboards yet"),
      text: t("A dashboard arranges charts on a grid, with filters over all of them."),
    };
  },
};

function Status({ row }: { row: DashboardRow }) {
  const published = row.published ?? row.status === "published";
  return <Pill tone={published ? "success" : "neutral"}>{published ? t("Published") : t("Draft")}</Pill>;
}
