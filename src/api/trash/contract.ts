import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { IdParams, ListQuery, listResponse, MessageResponse, Person, ReferenceParams } from "../../model/resource.ts";

export const TrashRow = z.looseObject({
  id: z.number(),
  type: z.enum(["chart", "dashboard", "dataset"]).optional(),
  object_id: z.number().optional(),
  uuid: z.string().optional(),
  name: z.string().optional(),
  deleted_on: z.string().optional(),
  deleted_on_delta_humanized: z.string().optional(),
  deleted_by: Person.nullish(),
  expires_on: z.string().optional(),
});

export type TrashRow = z.infer<typeof TrashRow>;

export const list = operation({
  id: "trash.list",
  method: "GET",
  path: "/api/v1/trash/",
  summary: "Deleted charts, dashboards and datasets that the caller can restore",
  q: ListQuery,
  response: listResponse(TrashRow),
});
export const restore = operation({
  id: "trash.restore",
  method: "POST",
  path: "/api/v1/trash/:id/restore/",
  summary: "Restore a deleted object with its id",
  params: IdParams,
  response: z.looseObject({ id: z.number(), type: z.string(), result: z.looseObject({ slug: z.string().nullish() }) }),
});
export const remove = operation({
  id: "trash.remove",
  method: "DELETE",
  path: "/api/v1/trash/:id",
  summary: "Delete permanently, with every version",
  params: IdParams,
  response: MessageResponse,
});

const Dependents = z.looseObject({
  charts: z.looseObject({
    count: z.number(),
    result: z.array(z.looseObject({ id: z.number(), slice_name: z.string(), viz_type: z.string() })),
  }),
  dashboards: z.looseObject({
    count: z.number(),
    result: z.array(
      z.looseObject({
        id: z.number(),
        json_metadata: z.string().nullable(),
        slug: z.string().nullable(),
        title: z.string(),
      }),
    ),
  }),
});

export const chartDependents = operation({
  id: "chart.relatedObjects",
  method: "GET",
  path: "/api/v1/chart/:id/related_objects",
  summary: "Dashboards that show a chart and charts that show its data",
  params: ReferenceParams,
  response: Dependents,
});
export const dashboardDependents = operation({
  id: "dashboard.relatedObjects",
  method: "GET",
  path: "/api/v1/dashboard/:id/related_objects",
  summary: "Charts that are only on this dashboard",
  params: ReferenceParams,
  response: Dependents,
});
