import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { operation } from "../../model/operation.ts";
import { MAX_LINK_DAYS } from "../../model/public-link.ts";
import {
  collectionOperations,
  IdParams,
  MessageResponse,
  Person,
  ShowQuery,
  shownResponse,
} from "../../model/resource.ts";

export const LINK_STATES = ["active", "ended", "revoked"] as const;

export const PublicLink = z.looseObject({
  id: z.number(),
  name: z.string().nullish(),
  dashboard: z.looseObject({ id: z.number(), dashboard_title: z.string() }).nullish(),
  status: z.enum(LINK_STATES),
  created_on: z.string(),
  created_by: Person.nullish(),
  ends_on: z.string(),
  revoked_on: z.string().nullish(),
  last_opened_on: z.string().nullish(),
  opens: z.number(),
});
export type PublicLink = z.infer<typeof PublicLink>;

export const CreatePublicLink = z.strictObject({
  dashboard_id: z.number().int().positive(),
  ends_on: z.iso.datetime({ offset: true }),
  name: z
    .string()
    .trim()
    .max(150)
    .refine((text) => !/\p{Cc}/u.test(text), { error: () => t("Must be a single line of text.") })
    .nullish(),
});

export const PublicLinkSettings = z.strictObject({
  enabled: z.boolean(),
  max_days: z.number().int().min(1).max(MAX_LINK_DAYS),
});

export const { list, info, related } = collectionOperations("public_link", PublicLink);

export const show = operation({
  id: "public_link.show",
  method: "GET",
  path: "/api/v1/public_link/:id",
  summary: "A public link, without its address",
  params: IdParams,
  q: ShowQuery,
  response: shownResponse(PublicLink.partial()),
});
export const create = operation({
  id: "public_link.create",
  method: "POST",
  path: "/api/v1/public_link/",
  summary: "Create a public link to a dashboard; only this response contains its address",
  body: CreatePublicLink,
  response: z.looseObject({ id: z.number(), url: z.string(), result: PublicLink }),
  status: 201,
});
export const revoke = operation({
  id: "public_link.revoke",
  method: "DELETE",
  path: "/api/v1/public_link/:id",
  summary: "Revoke a public link; it stays listed",
  params: IdParams,
  response: MessageResponse,
});
export const revokeAll = operation({
  id: "public_link.revokeAll",
  method: "POST",
  path: "/api/v1/public_link/revoke",
  summary: "Revoke all public links that a user created",
  body: z.strictObject({ created_by: z.number().int().positive() }),
  response: z.object({ count: z.number() }),
});
export const settings = operation({
  id: "public_link.settings",
  method: "GET",
  path: "/api/v1/public_link/settings",
  summary: "Whether public links are on, and how long new ones can last",
  response: z.object({ result: PublicLinkSettings }),
});
export const saveSettings = operation({
  id: "public_link.saveSettings",
  method: "PUT",
  path: "/api/v1/public_link/settings",
  summary: "Turn public links on or off, and limit how long new ones can last",
  body: PublicLinkSettings,
  response: z.object({ result: PublicLinkSettings }),
});
export const page = operation({
  id: "public_link.page",
  method: "GET",
  audited: true,
  path: "/public/:token",
  summary: "The page that a public link opens",
  params: z.object({ token: z.string().max(1000) }),
  response: z.unknown(),
  produces: "text/html",
});
