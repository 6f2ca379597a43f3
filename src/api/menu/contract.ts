import { z } from "zod";
import { operation } from "../../model/operation.ts";

export const MenuItem = z.looseObject({
  name: z.string(),
  label: z.string(),
  icon: z.string(),
  url: z.string().optional(),
  childs: z.array(z.unknown()).optional(),
});

export const show = operation({
  id: "menu.show",
  method: "GET",
  path: "/api/v1/menu/",
  summary: "The pages that the caller can open",
  response: z.looseObject({ result: z.array(MenuItem) }),
});
