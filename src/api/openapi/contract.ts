import { z } from "zod";
import { operation } from "../../model/operation.ts";

export const show = operation({
  id: "openapi.show",
  method: "GET",
  path: "/api/v1/_openapi",
  summary: "This description of the API",
  response: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
});
