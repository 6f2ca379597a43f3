import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { operation } from "../../model/operation.ts";
import { MessageResponse } from "../../model/resource.ts";

const ApiKey = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  key_prefix: z.string(),
  active: z.boolean(),
  created_on: z.string(),
  expires_on: z.string().nullable(),
  last_used_on: z.string().nullable(),
  scopes: z.null(),
  revoked_on: z.null(),
});

export const listKeys = operation({
  id: "security/api_keys.list",
  method: "GET",
  path: "/api/v1/security/api_keys/",
  summary: "The caller's keys",
  response: z.looseObject({ count: z.number(), result: z.array(ApiKey) }),
});
export const showKey = operation({
  id: "security/api_keys.show",
  method: "GET",
  path: "/api/v1/security/api_keys/:uuid",
  summary: "A key of the caller, without the secret",
  params: z.object({ uuid: z.string() }),
  response: z.looseObject({ result: ApiKey }),
});
export const createKey = operation({
  id: "security/api_keys.create",
  method: "POST",
  path: "/api/v1/security/api_keys/",
  summary: "Create a key with the caller's permissions; only this response contains it",
  body: z.strictObject({
    name: z.string().trim().min(1).max(256),
    /** Not supported: a key has all permissions of its owner. */
    scopes: z.null().optional(),
    expires_on: z.iso.datetime({ local: true, offset: true, error: () => t("Not a valid datetime.") }).nullish(),
  }),
  response: z.looseObject({ result: ApiKey.extend({ key: z.string() }) }),
  status: 201,
});
export const revokeKey = operation({
  id: "security/api_keys.revoke",
  method: "DELETE",
  path: "/api/v1/security/api_keys/:uuid",
  summary: "Revoke a key of the caller",
  params: z.object({ uuid: z.string() }),
  response: MessageResponse,
});
