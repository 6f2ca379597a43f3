import { z } from "zod";
import { Dataset } from "../../model/dataset.ts";
import { operation } from "../../model/operation.ts";

const Params = z.object({ type: z.string(), id: z.string() });

export const get = operation({
  id: "datasource.get",
  method: "GET",
  path: "/datasource/get/:type/:id/",
  summary: "A dataset, as Explore knows it",
  params: Params,
  response: Dataset,
});

export const save = operation({
  id: "datasource.save",
  method: "POST",
  path: "/datasource/save/",
  summary: "Save a dataset that was read with `get`; fields that can't be saved are ignored",
  body: z.looseObject({ data: z.string() }),
  response: Dataset,
});
