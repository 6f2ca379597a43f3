import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { operation } from "../../model/operation.ts";
import { MessageResponse, Person, ReferenceParams } from "../../model/resource.ts";

export const GuestTokenRequest = z.object({
  user: z
    .object({
      username: z.string().max(250).optional(),
      first_name: z.string().max(250).optional(),
      last_name: z.string().max(250).optional(),
    })
    .default({}),
  resources: z.array(z.object({ type: z.literal("dashboard"), id: z.string().or(z.number()) })).max(1000),
  rls: z
    .array(z.object({ dataset: z.number().int().positive().nullish(), clause: z.string().trim().min(1) }))
    .max(1000),
});
export type GuestTokenRequest = z.infer<typeof GuestTokenRequest>;

export const grantGuestToken = operation({
  id: "security.guest_token",
  method: "POST",
  path: "/api/v1/security/guest_token/",
  summary: "Create a guest token for another site, with access to its dashboards and row filters on datasets",
  body: GuestTokenRequest,
  response: z.object({ token: z.string() }),
});

/** An origin, or a host for every scheme. Sent in a security header, so anything else is refused. */
const Domain = z
  .string()
  .max(500)
  .regex(/^(?:https?:\/\/)?(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?\/?$/i, {
    error: () => t("Not a valid domain."),
  })
  .refine((domain) => URL.canParse(domain.includes("://") ? domain : `https://${domain}`), {
    error: () => t("Not a valid domain."),
  })
  .transform((domain) => domain.replace(/\/$/, ""));

export const EmbeddedBody = z.strictObject({ allowed_domains: z.array(Domain).max(100) });
const Embedded = z.object({
  result: z.object({
    uuid: z.string(),
    allowed_domains: z.array(z.string()),
    dashboard_id: z.string(),
    changed_on: z.string(),
    changed_by: Person.nullable(),
  }),
});

const path = "/api/v1/dashboard/:id/embedded";
const shared = { path, params: ReferenceParams, response: Embedded } as const;

export const showEmbedded = operation({
  ...shared,
  id: "dashboard.get_embedded",
  method: "GET",
  summary: "Embedding settings of a dashboard",
});
export const createEmbedded = operation({
  ...shared,
  id: "dashboard.create_embedded",
  method: "POST",
  summary: "Allow other sites to embed the dashboard; without domains, all sites",
  body: EmbeddedBody,
});
export const updateEmbedded = operation({
  ...shared,
  id: "dashboard.set_embedded",
  method: "PUT",
  summary: "Change the sites that can embed the dashboard",
  body: EmbeddedBody,
});
export const deleteEmbedded = operation({
  id: "dashboard.delete_embedded",
  method: "DELETE",
  path,
  summary: "Turn off embedding; guest tokens for the dashboard stop working",
  params: ReferenceParams,
  response: MessageResponse,
});

const UuidParams = z.object({ uuid: z.string().max(100) });

export const embeddedByKey = operation({
  id: "embedded_dashboard.get",
  method: "GET",
  path: "/api/v1/embedded_dashboard/:uuid",
  summary: "Embedding settings by key, if the caller can open the dashboard",
  params: UuidParams,
  response: Embedded,
});

export const embeddedPage = operation({
  id: "embedded.page",
  method: "GET",
  path: "/embedded/:uuid",
  summary: "The page that other sites embed",
  params: UuidParams,
  response: z.unknown(),
  produces: "text/html",
});
