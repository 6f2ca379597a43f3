import { z } from "zod";
import { DataMaskMap } from "../../model/data-mask.ts";
import { Dataset } from "../../model/dataset.ts";
import { NativeFilterEntry } from "../../model/native-filter.ts";
import { operation } from "../../model/operation.ts";
import { BUDGET_KEYS, PerformanceBudget } from "../../model/performance-budget.ts";
import {
  collectionOperations,
  deleteOperations,
  favoriteOperations,
  IdParams,
  MessageResponse,
  Person,
  PlacedIn,
  ReferenceParams,
  Tag,
} from "../../model/resource.ts";
import { SIZES } from "../../model/size-limits.ts";
import { TileProfile } from "../../model/tile-profile.ts";

const Role = z.looseObject({ id: z.number(), name: z.string() });

export const DashboardRow = z.looseObject({
  id: z.number(),
  uuid: z.string().optional(),
  dashboard_title: z.string(),
  slug: z.string().nullish(),
  url: z.string().optional(),
  status: z.enum(["published", "draft"]).optional(),
  published: z.boolean().optional(),
  thumbnail_url: z.string().nullish(),
  certified_by: z.string().nullish(),
  certification_details: z.string().nullish(),
  is_managed_externally: z.boolean().optional(),
  external_url: z.string().nullish(),
  changed_by: Person.nullish(),
  changed_by_name: z.string().optional(),
  changed_on_utc: z.string().optional(),
  changed_on_delta_humanized: z.string().optional(),
  created_on_delta_humanized: z.string().optional(),
  created_by: Person.nullish(),
  owners: z.array(Person).optional(),
  roles: z.array(Role).optional(),
  tags: z.array(Tag).optional(),
  folder: PlacedIn,
});
export type DashboardRow = z.infer<typeof DashboardRow>;

export const DashboardDetail = z.looseObject({
  id: z.number(),
  uuid: z.string().nullish(),
  slug: z.string().nullable(),
  url: z.string(),
  dashboard_title: z.string(),
  thumbnail_url: z.string().nullish(),
  published: z.boolean(),
  css: z.string().nullable(),
  theme: z.looseObject({ id: z.number(), theme_name: z.string(), json_data: z.string() }).nullish(),
  json_metadata: z.string().nullable(),
  position_json: z.string().nullable(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  changed_by_name: z.string(),
  changed_by: Person.nullish(),
  changed_on: z.string(),
  changed_on_delta_humanized: z.string(),
  created_by: Person.nullish(),
  created_on_delta_humanized: z.string().optional(),
  charts: z.array(z.string()),
  owners: z.array(Person),
  roles: z.array(Role),
  tags: z.array(Tag),
  custom_tags: z.array(Tag).optional(),
  can_edit: z.boolean().optional(),
  /** From the outermost folder; null without one that the caller can see. */
  folder: z
    .looseObject({ path: z.array(z.looseObject({ id: z.number(), name: z.string() })), viewer_roles: z.array(Role) })
    .nullish(),
  is_managed_externally: z.boolean(),
  external_url: z.string().nullish(),
});
export type DashboardDetail = z.infer<typeof DashboardDetail>;

export const DashboardChart = z.looseObject({
  id: z.number(),
  slice_name: z.string(),
  cache_timeout: z.number().nullable(),
  changed_on: z.string(),
  description: z.string().nullable(),
  description_markeddown: z.string().nullish(),
  form_data: z.looseObject({ viz_type: z.string(), datasource: z.string(), slice_id: z.number() }),
  slice_url: z.string(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  /** Its dataset has lost a column or metric that it uses. */
  is_broken: z.boolean().optional(),
});
export type DashboardChart = z.infer<typeof DashboardChart>;

const shared = {
  dashboard_title: z.string().max(500).nullish(),
  slug: z.string().max(255).nullish(),
  owners: z.array(z.number().nullable()).nullish(),
  roles: z.array(z.number().nullable()).nullish(),
  position_json: z.string().nullish(),
  css: z.string().nullish(),
  theme_id: z.number().nullish(),
  json_metadata: z.string().nullish(),
  published: z.boolean().nullish(),
  certified_by: z.string().nullish(),
  certification_details: z.string().nullish(),
  is_managed_externally: z.boolean().nullish(),
  external_url: z.string().nullish(),
  uuid: z.guid().toLowerCase().nullish(),
};
export const CreateDashboard = z.strictObject(shared);
export type CreateDashboard = z.infer<typeof CreateDashboard>;
export const UpdateDashboard = z.strictObject({ ...shared, tags: z.array(z.number().nullable()).nullish() });
export type UpdateDashboard = z.infer<typeof UpdateDashboard>;

/** `owners` to `theme_id` are Tessera's own; by default the copier owns the copy, and no role has access. */
export const CopyDashboard = z.strictObject({
  json_metadata: z.string(),
  dashboard_title: z.string().max(500).nullish(),
  css: z.string().nullish(),
  duplicate_slices: z.boolean().optional(),
  ...UpdateDashboard.pick({ owners: true, roles: true, tags: true, theme_id: true }).shape,
});
export type CopyDashboard = z.infer<typeof CopyDashboard>;

export const FilterChanges = z.strictObject({
  modified: z.array(NativeFilterEntry).default([]),
  deleted: z.array(z.string()).default([]),
  reordered: z.array(z.string()).default([]),
});
export type FilterChanges = z.infer<typeof FilterChanges>;

export const ChartCustomization = z.looseObject({ id: z.string() });
export type ChartCustomization = z.infer<typeof ChartCustomization>;

const CustomizationChanges = z.strictObject({
  ...FilterChanges.shape,
  modified: z.array(ChartCustomization).default([]),
});

export const DashboardColors = z.strictObject({
  color_namespace: z.string().nullish(),
  color_scheme: z.string().nullish(),
  color_scheme_domain: z.array(z.string()).optional(),
  shared_label_colors: z.union([z.array(z.string()), z.record(z.string(), z.string())]).optional(),
  map_label_colors: z.record(z.string(), z.string()).optional(),
  label_colors: z.record(z.string(), z.string()).optional(),
});

const Permalink = z.strictObject({
  dataMask: DataMaskMap.nullish(),
  activeTabs: z.array(z.string()).nullish(),
  urlParams: z.array(z.tuple([z.string(), z.string()])).nullish(),
  anchor: z.string().nullish(),
  chartStates: z.record(z.string(), z.unknown()).nullish(),
});
export type Permalink = z.infer<typeof Permalink>;

export const { list, info, related } = collectionOperations("dashboard", DashboardRow);
export const { remove, removeMany } = deleteOperations("dashboard");
export const { favoriteStatus, favorite, unfavorite } = favoriteOperations("dashboard");

const Written = z.looseObject({ id: z.number(), result: z.record(z.string(), z.unknown()) });

export const show = operation({
  id: "dashboard.show",
  method: "GET",
  path: "/api/v1/dashboard/:id",
  summary: "A dashboard by id, uuid or slug",
  params: ReferenceParams,
  q: z.looseObject({ columns: z.array(z.string()).optional() }),
  response: z.looseObject({ result: DashboardDetail }),
});
export const create = operation({
  id: "dashboard.create",
  method: "POST",
  path: "/api/v1/dashboard/",
  summary: "Create a dashboard",
  body: CreateDashboard,
  response: Written,
  status: 201,
});
export const update = operation({
  id: "dashboard.update",
  method: "PUT",
  path: "/api/v1/dashboard/:id",
  summary: "Change a dashboard; `positions` in json_metadata rewrites its layout and its charts",
  params: IdParams,
  body: UpdateDashboard,
  response: z.looseObject({ ...Written.shape, last_modified_time: z.number() }),
});
export const charts = operation({
  id: "dashboard.charts",
  method: "GET",
  path: "/api/v1/dashboard/:id/charts",
  summary: "Charts of a dashboard",
  params: ReferenceParams,
  response: z.looseObject({ result: z.array(DashboardChart) }),
});
export const layers = operation({
  id: "dashboard.layers",
  method: "GET",
  path: "/api/v1/dashboard/:id/charts/:chart_id/layers",
  summary: "Layers of a dashboard's maps, lowest first, as far as the caller can see them",
  params: ReferenceParams.extend({
    chart_id: z.coerce
      .number()
      .int()
      .positive()
      .max(2 ** 31 - 1),
  }),
  response: z.looseObject({ result: z.array(DashboardChart) }),
});
export const datasets = operation({
  id: "dashboard.datasets",
  method: "GET",
  path: "/api/v1/dashboard/:id/datasets",
  summary: "Datasets that a dashboard's charts use",
  params: ReferenceParams,
  response: z.looseObject({ result: z.array(Dataset) }),
});
export const firstView = operation({
  id: "dashboard.firstView",
  method: "POST",
  path: "/api/v1/dashboard/:id/first_view",
  summary: "Prefetch the queries of a dashboard's first view",
  params: ReferenceParams,
  response: z.object({ message: z.string() }),
  status: 202,
  csrfExempt: true,
});
const Excess = z.object({ key: z.enum(BUDGET_KEYS), value: z.number(), limit: z.number() });

export const performance = operation({
  id: "dashboard.performance",
  method: "GET",
  path: "/api/v1/dashboard/:id/performance",
  summary: "Views of the last 7 days (95th percentiles), and by what they exceed the dashboard's performance budget",
  params: ReferenceParams,
  response: z.object({
    result: z.object({
      budget: PerformanceBudget.nullable(),
      /** null with less than five views. */
      measured: z.object({ views: z.number(), p95_ms: z.number(), rows: z.number(), bytes: z.number() }).nullable(),
      excess: z.array(Excess),
    }),
  }),
});

export const queries = operation({
  id: "dashboard.queries",
  method: "GET",
  path: "/api/v1/dashboard/:id/queries",
  summary: "The query contexts of a dashboard's first view, as the page requests them",
  params: ReferenceParams,
  response: z.object({
    result: z.array(
      z.object({ chart_id: z.number().nullable(), name: z.string().nullable(), context: z.looseObject({}) }),
    ),
  }),
});

export const tabs = operation({
  id: "dashboard.tabs",
  method: "GET",
  path: "/api/v1/dashboard/:id/tabs",
  summary: "Tabs of a dashboard as a tree",
  params: ReferenceParams,
  response: z.looseObject({
    result: z.looseObject({
      all_tabs: z.record(z.string(), z.string()),
      tab_tree: z.array(z.unknown()),
      native_filters: z.record(z.string(), z.array(NativeFilterEntry)),
    }),
  }),
});
export const filters = operation({
  id: "dashboard.filters",
  method: "PUT",
  path: "/api/v1/dashboard/:id/filters",
  summary: "Change, delete and reorder native filters",
  params: IdParams,
  body: FilterChanges,
  response: z.looseObject({ result: z.array(NativeFilterEntry) }),
});
export const customizations = operation({
  id: "dashboard.customizations",
  method: "PUT",
  path: "/api/v1/dashboard/:id/chart_customizations",
  summary: "Change, delete and reorder display controls",
  params: IdParams,
  body: CustomizationChanges,
  response: z.looseObject({ result: z.array(ChartCustomization) }),
});
export const colors = operation({
  id: "dashboard.colors",
  method: "PUT",
  path: "/api/v1/dashboard/:id/colors",
  summary: "Save the label colors of a dashboard",
  params: IdParams,
  query: z.looseObject({ mark_updated: z.stringbool().optional() }),
  body: DashboardColors,
  response: z.looseObject({}),
});
export const copy = operation({
  id: "dashboard.copy",
  method: "POST",
  path: "/api/v1/dashboard/:id/copy/",
  summary: "Copy a dashboard, optionally with its charts",
  params: ReferenceParams,
  body: CopyDashboard,
  response: z.looseObject({ result: z.looseObject({ id: z.number(), last_modified_time: z.number() }) }),
});
export const createPermalink = operation({
  id: "dashboard.createPermalink",
  method: "POST",
  path: "/api/v1/dashboard/:id/permalink",
  summary: "Create a permalink to a dashboard state",
  params: ReferenceParams,
  body: Permalink,
  sizes: { "*": SIZES.state },
  response: z.looseObject({ key: z.string(), url: z.string() }),
  status: 201,
});
export const showPermalink = operation({
  id: "dashboard.showPermalink",
  method: "GET",
  path: "/api/v1/dashboard/permalink/:key",
  summary: "The dashboard state of a permalink",
  params: z.object({ key: z.string() }),
  response: z.looseObject({ dashboardId: z.string(), state: z.looseObject(Permalink.shape) }),
});

export const createProfile = operation({
  id: "dashboard.createProfile",
  method: "POST",
  path: "/api/v1/dashboard/:id/profile",
  summary: "Keep a performance profile of a dashboard for 30 days",
  params: ReferenceParams,
  body: z.strictObject({ tiles: z.array(TileProfile).min(1).max(500) }),
  sizes: { "*": SIZES.state },
  response: z.object({ key: z.string() }),
  status: 201,
});
export const showProfile = operation({
  id: "dashboard.showProfile",
  method: "GET",
  path: "/api/v1/dashboard/:id/profile/:key",
  summary: "A performance profile, with the charts that the caller can read",
  params: z.object({ id: z.string(), key: z.string() }),
  response: z.object({ result: z.object({ created_on: z.string(), tiles: z.array(TileProfile) }) }),
});

const StateParams = z.object({ id: z.string(), key: z.string() });
const StateBody = z.strictObject({ value: z.string() });
const TabQuery = z.looseObject({ tab_id: z.coerce.number().optional() });

export const createFilterState = operation({
  id: "dashboard.createFilterState",
  method: "POST",
  path: "/api/v1/dashboard/:id/filter_state",
  summary: "Store filter values under a key",
  params: ReferenceParams,
  query: TabQuery,
  body: StateBody,
  sizes: { value: SIZES.state },
  response: z.looseObject({ key: z.string() }),
  status: 201,
});
export const showFilterState = operation({
  id: "dashboard.showFilterState",
  method: "GET",
  path: "/api/v1/dashboard/:id/filter_state/:key",
  summary: "Filter values stored under a key",
  params: StateParams,
  response: z.looseObject({ value: z.string() }),
});
export const updateFilterState = operation({
  id: "dashboard.updateFilterState",
  method: "PUT",
  path: "/api/v1/dashboard/:id/filter_state/:key",
  summary: "Replace filter values stored under a key",
  params: StateParams,
  query: TabQuery,
  body: StateBody,
  sizes: { value: SIZES.state },
  response: z.looseObject({ key: z.string() }),
});
export const removeFilterState = operation({
  id: "dashboard.removeFilterState",
  method: "DELETE",
  path: "/api/v1/dashboard/:id/filter_state/:key",
  summary: "Delete filter values stored under a key",
  params: StateParams,
  response: MessageResponse,
});
