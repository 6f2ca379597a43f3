import { z } from "zod";
import { operation } from "../../model/operation.ts";
import {
  collectionOperations,
  deleteOperations,
  IdParams,
  Person,
  ShowQuery,
  shownResponse,
} from "../../model/resource.ts";

export const CssTemplate = z.looseObject({
  id: z.number(),
  template_name: z.string().nullish(),
  css: z.string().nullish(),
  created_on: z.string().optional(),
  changed_on: z.string().optional(),
  changed_on_delta_humanized: z.string().optional(),
  changed_by: Person.nullish(),
  created_by: Person.nullish(),
});

export const SaveCssTemplate = z.strictObject({
  template_name: z.string().max(250).nullish(),
  css: z.string().nullish(),
});

export const { list, info, related } = collectionOperations("css_template", CssTemplate);
export const { remove, removeMany } = deleteOperations("css_template");

export const show = operation({
  id: "css_template.show",
  method: "GET",
  path: "/api/v1/css_template/:id",
  summary: "A CSS template",
  params: IdParams,
  q: ShowQuery,
  response: shownResponse(CssTemplate.partial()),
});
export const create = operation({
  id: "css_template.create",
  method: "POST",
  path: "/api/v1/css_template/",
  summary: "Create a CSS template",
  body: SaveCssTemplate,
  response: z.looseObject({ id: z.number(), result: SaveCssTemplate }),
  status: 201,
});
export const update = operation({
  id: "css_template.update",
  method: "PUT",
  path: "/api/v1/css_template/:id",
  summary: "Change a CSS template",
  params: IdParams,
  body: SaveCssTemplate,
  response: z.looseObject({ result: SaveCssTemplate }),
});
