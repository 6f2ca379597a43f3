import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { operation } from "../../model/operation.ts";
import {
  collectionOperations,
  deleteOperations,
  IdParams,
  Person,
  ShowQuery,
  StatusResponse,
  shownResponse,
} from "../../model/resource.ts";
import { themeProblem } from "../../model/theme.ts";

export const Theme = z.looseObject({
  id: z.number(),
  uuid: z.string().optional(),
  theme_name: z.string(),
  json_data: z.string(),
  is_system: z.boolean(),
  is_system_default: z.boolean(),
  is_system_dark: z.boolean(),
  created_on: z.string().optional(),
  changed_by_name: z.string().optional(),
  changed_on: z.string().optional(),
  changed_on_delta_humanized: z.string().optional(),
  changed_by: Person.nullish(),
  created_by: Person.nullish(),
});

const Name = z
  .string()
  .max(250)
  .refine((text) => text.trim() !== "", { error: () => t("Theme name cannot be empty.") });
const ThemeText = z.string().superRefine((text, context) => {
  const problem = themeProblem(text);
  if (problem) context.addIssue({ code: "custom", message: problem });
});

export const CreateTheme = z.strictObject({
  theme_name: Name,
  json_data: ThemeText,
  uuid: z.guid().toLowerCase().nullish(),
});
/** Clients send back what they read, so read-only fields are ignored. */
export const UpdateTheme = z.object({ theme_name: Name, json_data: ThemeText });

export const { list, info, related } = collectionOperations("theme", Theme);
export const { remove, removeMany } = deleteOperations("theme");

const Written = z.looseObject({ id: z.number(), result: z.looseObject({ theme_name: z.string() }) });
const Marked = z.looseObject({ id: z.number(), result: z.literal("success") });

export const show = operation({
  id: "theme.show",
  method: "GET",
  path: "/api/v1/theme/:id",
  summary: "A theme",
  params: IdParams,
  q: ShowQuery,
  response: shownResponse(Theme.partial()),
});
export const create = operation({
  id: "theme.create",
  method: "POST",
  path: "/api/v1/theme/",
  summary: "Create a theme",
  body: CreateTheme,
  response: Written,
  status: 201,
});
export const update = operation({
  id: "theme.update",
  method: "PUT",
  path: "/api/v1/theme/:id",
  summary: "Change a theme",
  params: IdParams,
  body: UpdateTheme,
  response: Written,
});
export const setDefault = operation({
  id: "theme.setDefault",
  method: "PUT",
  path: "/api/v1/theme/:id/set_system_default",
  summary: "Make a theme the default for everyone",
  params: IdParams,
  response: Marked,
});
export const setDark = operation({
  id: "theme.setDark",
  method: "PUT",
  path: "/api/v1/theme/:id/set_system_dark",
  summary: "Make a theme the default dark theme for everyone",
  params: IdParams,
  response: Marked,
});
export const unsetDefault = operation({
  id: "theme.unsetDefault",
  method: "DELETE",
  path: "/api/v1/theme/unset_system_default",
  summary: "Restore the built-in default theme",
  response: StatusResponse,
});
export const unsetDark = operation({
  id: "theme.unsetDark",
  method: "DELETE",
  path: "/api/v1/theme/unset_system_dark",
  summary: "Restore the built-in dark theme",
  response: StatusResponse,
});
