import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { IdParams, MessageResponse, Person } from "../../model/resource.ts";

export const LocationKind = z.enum(["host", "folder"]);
export type LocationKind = z.infer<typeof LocationKind>;

export const AllowedLocation = z.object({
  /** Null for those of environment variables, which only the server's configuration changes. */
  id: z.number().nullable(),
  kind: LocationKind,
  location: z.string(),
  source: z.enum(["settings", "environment"]),
  /** Where the host may be. */
  networks: z.array(z.string()),
  created_on: z.string().nullable(),
  created_by: Person.nullable(),
});
export type AllowedLocation = z.infer<typeof AllowedLocation>;

export const NewAllowedLocation = z.strictObject({
  kind: LocationKind,
  location: z.string().trim().min(1).max(1000),
});

export const list = operation({
  id: "allowed_location.list",
  method: "GET",
  path: "/api/v1/allowed_location/",
  summary: "Hosts and folders that databases can be on, besides those that always can",
  response: z.object({
    result: z.array(AllowedLocation),
    home: z.string(),
    private_networks: z.boolean(),
  }),
});
export const create = operation({
  id: "allowed_location.create",
  method: "POST",
  path: "/api/v1/allowed_location/",
  summary: "Allow a host or folder; administrators only",
  body: NewAllowedLocation,
  response: z.object({ id: z.number(), result: AllowedLocation }),
  status: 201,
});
export const remove = operation({
  id: "allowed_location.delete",
  method: "DELETE",
  path: "/api/v1/allowed_location/:id",
  summary: "Remove an allowed host or folder; open connections to it end",
  params: IdParams,
  response: MessageResponse,
});
