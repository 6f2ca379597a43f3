import { z } from "zod";
import { Dataset } from "../../model/dataset.ts";
import { operation } from "../../model/operation.ts";

/** The paths that older clients ask for datasets and for what their sources hold. */

const Params = z.object({ type: z.string(), id: z.string() });

export const get = operation({
  id: "datasource.get",
  method: "GET",
  path: "/datasource/get/:type/:id/",
  summary: "A dataset, as Explore knows it",
  params: Params,
  response: Dataset,
});

/** `data`: the dataset as `get` answers it, changed, as JSON text; `owners` are ids. */
export const save = operation({
  id: "datasource.save",
  method: "POST",
  path: "/datasource/save/",
  summary: "Save a dataset that was read by `get`; what it holds that is not for saving is left alone",
  body: z.looseObject({ data: z.string() }),
  response: Dataset,
});
