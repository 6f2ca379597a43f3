import { z } from "zod";
import { LANGUAGE_TAGS } from "../../i18n/locale.ts";
import { t } from "../../i18n/translate.ts";
import { isTimeZone } from "../../i18n/zone.ts";
import { operation } from "../../model/operation.ts";
import { NewPassword } from "../../model/password.ts";
import { IdParams } from "../../model/resource.ts";

export const Me = z.looseObject({
  id: z.number().optional(),
  username: z.string(),
  email: z.string().optional(),
  first_name: z.string(),
  last_name: z.string(),
  is_active: z.boolean(),
  is_anonymous: z.boolean(),
  login_count: z.number().optional(),
});

export const MeWithRoles = z.looseObject({
  userId: z.number(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  isAnonymous: z.boolean(),
  createdOn: z.string().nullable(),
  loginCount: z.number(),
  language: z.string().nullable(),
  /** IANA name; null = the browser's. */
  timeZone: z.string().nullable(),
  /** Whether comments are mailed to the user. */
  commentMail: z.boolean(),
  /** The largest file that can be uploaded, in bytes. */
  uploadLimit: z.number(),
  roles: z.record(z.string(), z.array(z.tuple([z.string(), z.string()]))),
  permissions: z.looseObject({ datasource_access: z.array(z.string()), database_access: z.array(z.string()) }),
});

export const show = operation({
  id: "me.show",
  method: "GET",
  path: "/api/v1/me/",
  summary: "The signed-in user",
  response: z.looseObject({ result: Me }),
});
export const roles = operation({
  id: "me.roles",
  method: "GET",
  path: "/api/v1/me/roles/",
  summary: "The signed-in user with roles and permissions",
  response: z.looseObject({ result: MeWithRoles }),
});
export const queue = operation({
  id: "me.queue",
  method: "GET",
  path: "/api/v1/me/queue/",
  summary: "Your running and queued queries",
  response: z.object({
    result: z.object({
      running: z.number(),
      waiting: z.number(),
      ahead: z.number(),
    }),
  }),
});
export const avatar = operation({
  id: "user.avatar",
  method: "GET",
  path: "/api/v1/user/:id/avatar.png",
  summary: "A user's picture; empty without one",
  params: IdParams,
  response: z.unknown(),
  produces: "image/png",
});
export const update = operation({
  id: "me.update",
  method: "PUT",
  path: "/api/v1/me/",
  summary:
    "Change your name, password, language, time zone or mail about comments; a new password needs the current one, or a sign-in within five minutes",
  body: z.strictObject({
    first_name: z.string().min(1).max(64).optional(),
    last_name: z.string().min(1).max(64).optional(),
    password: NewPassword.optional(),
    current_password: z.string().max(1024).optional(),
    language: z.enum(LANGUAGE_TAGS).nullable().optional(),
    /** IANA name such as `Europe/Berlin`; null = the browser's. */
    time_zone: z
      .string()
      .max(64)
      .refine(isTimeZone, { error: () => t("This isn't a time zone.") })
      .nullable()
      .optional(),
    comment_mail: z.boolean().optional(),
  }),
  response: z.looseObject({ result: Me }),
});
