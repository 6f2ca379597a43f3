import { z } from "zod";
import { Dataset } from "../../model/dataset.ts";
import { operation } from "../../model/operation.ts";
import { MessageResponse, Person } from "../../model/resource.ts";
import { SIZES } from "../../model/size-limits.ts";

const KeyParams = z.object({ key: z.string() });
const UrlParams = z.array(z.tuple([z.string(), z.string()])).nullish();
const TabQuery = z.looseObject({ tab_id: z.coerce.number().optional() });

export const ExploreChart = z.looseObject({
  slice_id: z.number(),
  slice_name: z.string(),
  slice_url: z.string().optional(),
  description: z.string().nullish(),
  cache_timeout: z.number().nullish(),
  certified_by: z.string().nullish(),
  certification_details: z.string().nullish(),
  is_managed_externally: z.boolean().optional(),
  changed_on: z.string().optional(),
  owners: z.array(z.union([z.number(), Person])).optional(),
  can_edit: z.boolean().optional(),
});

export const ExploreMetadata = z.looseObject({
  created_on_humanized: z.string(),
  changed_on_humanized: z.string(),
  owners: z.array(z.string()),
  dashboards: z.array(z.looseObject({ id: z.number(), dashboard_title: z.string() })),
  created_by: z.string().nullish(),
  changed_by: z.string().nullish(),
});

export const open = operation({
  id: "explore.open",
  method: "GET",
  path: "/api/v1/explore/",
  summary: "Everything that Explore needs to open a chart, a dataset or a shared state",
  query: z.looseObject({
    slice_id: z.coerce.number().optional(),
    datasource_id: z.coerce.number().optional(),
    datasource_type: z.string().optional(),
    form_data_key: z.string().optional(),
    permalink_key: z.string().optional(),
    viz_type: z.string().optional(),
  }),
  response: z.looseObject({
    result: z.looseObject({
      form_data: z.record(z.string(), z.unknown()),
      dataset: Dataset,
      slice: ExploreChart.nullable(),
      message: z.string().nullish(),
      metadata: ExploreMetadata.nullable(),
    }),
  }),
});

export const openSlice = operation({
  id: "explore.openSlice",
  method: "GET",
  path: "/superset/slice/:id/",
  summary: "Go to a chart in Explore",
  params: z.object({ id: z.coerce.number().int() }),
  query: z.looseObject({ standalone: z.string().optional() }),
  response: z.unknown(),
  produces: "text/html",
});

const FormDataBody = z.strictObject({
  datasource_id: z.number(),
  datasource_type: z.string(),
  form_data: z.string(),
  chart_id: z.number().nullish(),
});

export const createFormData = operation({
  id: "explore.createFormData",
  method: "POST",
  path: "/api/v1/explore/form_data",
  summary: "Store form data under a key",
  query: TabQuery,
  body: FormDataBody,
  sizes: { form_data: SIZES.state },
  response: z.looseObject({ key: z.string() }),
  status: 201,
});
export const showFormData = operation({
  id: "explore.showFormData",
  method: "GET",
  path: "/api/v1/explore/form_data/:key",
  summary: "Form data stored under a key",
  params: KeyParams,
  response: z.looseObject({ form_data: z.string() }),
});
export const updateFormData = operation({
  id: "explore.updateFormData",
  method: "PUT",
  path: "/api/v1/explore/form_data/:key",
  summary: "Replace form data stored under a key",
  params: KeyParams,
  query: TabQuery,
  body: FormDataBody,
  sizes: { form_data: SIZES.state },
  response: z.looseObject({ key: z.string() }),
});
export const removeFormData = operation({
  id: "explore.removeFormData",
  method: "DELETE",
  path: "/api/v1/explore/form_data/:key",
  summary: "Delete form data stored under a key",
  params: KeyParams,
  response: MessageResponse,
});
export const createPermalink = operation({
  id: "explore.createPermalink",
  method: "POST",
  path: "/api/v1/explore/permalink",
  summary: "Create a permalink to a state of Explore",
  body: z.strictObject({
    formData: z.record(z.string(), z.unknown()),
    urlParams: UrlParams,
    chartState: z.record(z.string(), z.unknown()).nullish(),
  }),
  sizes: { "*": SIZES.state },
  response: z.looseObject({ key: z.string(), url: z.string() }),
  status: 201,
});
export const showPermalink = operation({
  id: "explore.showPermalink",
  method: "GET",
  path: "/api/v1/explore/permalink/:key",
  summary: "The Explore state of a permalink",
  params: KeyParams,
  response: z.looseObject({
    chartId: z.number().nullish(),
    datasourceId: z.number().nullish(),
    datasourceType: z.string().nullish(),
    datasource: z.string(),
    state: z.looseObject({ formData: z.record(z.string(), z.unknown()), urlParams: UrlParams }),
  }),
});

export const chartFormData = operation({
  id: "explore.formDataOfChart",
  method: "GET",
  path: "/api/v1/form_data/",
  summary: "The form data of a saved chart; empty without one",
  query: z.looseObject({ slice_id: z.coerce.number().int().optional() }),
  response: z.looseObject({}),
});
