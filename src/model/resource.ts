import { z } from "zod";
import { operation } from "./operation.ts";

export const ListFilter = z.object({ col: z.string(), opr: z.string(), value: z.unknown() });
export type ListFilter = z.infer<typeof ListFilter>;

/** `page` starts at 0. */
export const ListQuery = z.looseObject({
  filters: z.array(ListFilter).max(100).optional(),
  order_column: z.string().optional(),
  order_direction: z.enum(["asc", "desc"]).optional(),
  page: z.number().optional(),
  page_size: z.number().optional(),
  columns: z.array(z.string()).optional(),
  select_columns: z.array(z.string()).optional(),
  keys: z.array(z.string()).optional(),
});
export type ListQuery = z.infer<typeof ListQuery>;

export const ListMetadata = {
  list_columns: z.array(z.string()).optional(),
  order_columns: z.array(z.string()).optional(),
  label_columns: z.record(z.string(), z.string()).optional(),
  description_columns: z.record(z.string(), z.string()).optional(),
  list_title: z.string().optional(),
};

export function listResponse<T extends z.ZodType>(row: T) {
  return z.looseObject({ count: z.number(), ids: z.array(z.number()), result: z.array(row), ...ListMetadata });
}

export const Person = z.looseObject({
  id: z.number().optional(),
  first_name: z.string(),
  last_name: z.string(),
});
export type Person = z.infer<typeof Person>;

export const Tag = z.looseObject({ id: z.number(), name: z.string(), type: z.number().nullish() });
export type Tag = z.infer<typeof Tag>;

/** Where an object is. */
export const PlacedIn = z.looseObject({ id: z.number(), name: z.string() }).nullish();

export const IdParams = z.object({ id: z.coerce.number().int() });
export const ReferenceParams = z.object({ id: z.string() });
export const IdList = z.array(z.number().int());
export const MessageResponse = z.looseObject({ message: z.string() });
export const StatusResponse = z.looseObject({ result: z.string() });

export const ShowQuery = z.looseObject({
  columns: z.array(z.string()).optional(),
  keys: z.array(z.string()).optional(),
});

export function shownResponse<T extends z.ZodType>(row: T) {
  return z.looseObject({
    id: z.number(),
    result: row,
    show_columns: z.array(z.string()).optional(),
    label_columns: z.record(z.string(), z.string()).optional(),
    description_columns: z.record(z.string(), z.string()).optional(),
    show_title: z.string().optional(),
  });
}

export const RelatedQuery = z.looseObject({
  filter: z.string().optional(),
  page: z.number().optional(),
  page_size: z.number().optional(),
  include_ids: z.array(z.number()).optional(),
});
export const RelatedResponse = z.looseObject({
  count: z.number(),
  result: z.array(
    z.looseObject({ value: z.number(), text: z.string(), extra: z.record(z.string(), z.unknown()).optional() }),
  ),
});
export const DistinctResponse = z.looseObject({
  count: z.number(),
  result: z.array(z.looseObject({ text: z.string(), value: z.string() })),
});
export const InfoResponse = z.looseObject({
  permissions: z.array(z.string()).optional(),
  filters: z.record(z.string(), z.array(z.looseObject({ name: z.string(), operator: z.string() }))).optional(),
});

export function collectionOperations<T extends z.ZodType>(name: string, row: T) {
  return {
    list: operation({
      id: `${name}.list`,
      method: "GET",
      path: `/api/v1/${name}/`,
      summary: `List ${name}s`,
      q: ListQuery,
      response: listResponse(row),
    }),
    info: operation({
      id: `${name}.info`,
      method: "GET",
      path: `/api/v1/${name}/_info`,
      summary: `Permissions on ${name}s and available filters`,
      q: z.looseObject({ keys: z.array(z.string()).optional() }),
      response: InfoResponse,
    }),
    related: operation({
      id: `${name}.related`,
      method: "GET",
      path: `/api/v1/${name}/related/:column`,
      summary: `Objects that a ${name} can reference`,
      params: z.object({ column: z.string() }),
      q: RelatedQuery,
      response: RelatedResponse,
    }),
    distinct: operation({
      id: `${name}.distinct`,
      method: "GET",
      path: `/api/v1/${name}/distinct/:column`,
      summary: `Distinct values of a column of ${name}s`,
      params: z.object({ column: z.string() }),
      q: RelatedQuery,
      response: DistinctResponse,
    }),
  };
}

export function deleteOperations(name: string) {
  return {
    remove: operation({
      id: `${name}.remove`,
      method: "DELETE",
      path: `/api/v1/${name}/:id`,
      summary: `Delete a ${name}`,
      params: IdParams,
      response: MessageResponse,
    }),
    removeMany: operation({
      id: `${name}.removeMany`,
      method: "DELETE",
      path: `/api/v1/${name}/`,
      summary: `Delete several ${name}s`,
      q: IdList,
      response: MessageResponse,
    }),
  };
}

export function favoriteOperations(name: string) {
  return {
    favoriteStatus: operation({
      id: `${name}.favoriteStatus`,
      method: "GET",
      path: `/api/v1/${name}/favorite_status/`,
      summary: `Favorite status of the given ${name}s`,
      q: IdList,
      response: z.looseObject({ result: z.array(z.looseObject({ id: z.number(), value: z.boolean() })) }),
    }),
    favorite: operation({
      id: `${name}.favorite`,
      method: "POST",
      path: `/api/v1/${name}/:id/favorites/`,
      summary: `Add a ${name} to favorites`,
      params: IdParams,
      response: StatusResponse,
    }),
    unfavorite: operation({
      id: `${name}.unfavorite`,
      method: "DELETE",
      path: `/api/v1/${name}/:id/favorites/`,
      summary: `Remove a ${name} from favorites`,
      params: IdParams,
      response: StatusResponse,
    }),
  };
}
