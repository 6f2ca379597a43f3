import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { MessageResponse } from "../../model/resource.ts";

const Id = z.coerce.number().int();

export const removeColumn = operation({
  id: "dataset.removeColumn",
  method: "DELETE",
  path: "/api/v1/dataset/:id/column/:column_id",
  summary: "Delete a column of a dataset",
  params: z.object({ id: Id, column_id: Id }),
  response: MessageResponse,
});
export const removeMetric = operation({
  id: "dataset.removeMetric",
  method: "DELETE",
  path: "/api/v1/dataset/:id/metric/:metric_id",
  summary: "Delete a metric of a dataset",
  params: z.object({ id: Id, metric_id: Id }),
  response: MessageResponse,
});
const Duplicate = z.strictObject({ base_model_id: z.number().int(), table_name: z.string().min(1).max(250) });
export const duplicate = operation({
  id: "dataset.duplicate",
  method: "POST",
  path: "/api/v1/dataset/duplicate",
  summary: "Duplicate a virtual dataset",
  body: Duplicate,
  response: z.looseObject({ id: z.number(), result: Duplicate }),
  status: 201,
});
