import { z } from "zod";
import { operation } from "../../model/operation.ts";
import {
  collectionOperations,
  favoriteOperations,
  IdList,
  IdParams,
  MessageResponse,
  Person,
  ShowQuery,
  shownResponse,
  Tag,
} from "../../model/resource.ts";
import { TagName } from "../../model/tag-name.ts";

export const OBJECT_TYPES = { query: 1, chart: 2, dashboard: 3, dataset: 4 } as const;
export type ObjectType = keyof typeof OBJECT_TYPES;
export const CUSTOM_TAG = 1;

export const TagRow = z.looseObject({
  id: z.number(),
  name: z.string(),
  type: z.number(),
  description: z.string().nullish(),
  changed_by: Person.nullish(),
  created_by: Person.nullish(),
  changed_on: z.string().optional(),
  changed_on_delta_humanized: z.string().optional(),
  created_on_delta_humanized: z.string().optional(),
});

const ObjectReference = z.tuple([z.union([z.string(), z.number()]), z.number().int().min(1)]);
const Objects = z.array(ObjectReference).max(1000);

export const CreateTag = z.strictObject({
  name: TagName,
  description: z.string().nullish(),
  objects_to_tag: Objects.optional(),
});
export type CreateTag = z.infer<typeof CreateTag>;
export const UpdateTag = CreateTag.partial();
export type UpdateTag = z.infer<typeof UpdateTag>;

export const { list, info, related } = collectionOperations("tag", TagRow);
export const { favoriteStatus, favorite, unfavorite } = favoriteOperations("tag");

export const show = operation({
  id: "tag.show",
  method: "GET",
  path: "/api/v1/tag/:id",
  summary: "A tag",
  params: IdParams,
  q: ShowQuery,
  response: shownResponse(TagRow.partial()),
});
export const create = operation({
  id: "tag.create",
  method: "POST",
  path: "/api/v1/tag/",
  summary: "Create a tag and give it to objects",
  body: CreateTag,
  response: z.strictObject({}),
  status: 201,
});
export const update = operation({
  id: "tag.update",
  method: "PUT",
  path: "/api/v1/tag/:id",
  summary: "Change a tag; `objects_to_tag` replaces its objects",
  params: IdParams,
  body: UpdateTag,
  response: z.looseObject({ id: z.number(), result: UpdateTag }),
});
export const remove = operation({
  id: "tag.remove",
  method: "DELETE",
  path: "/api/v1/tag/:id",
  summary: "Delete a tag",
  params: IdParams,
  response: MessageResponse,
});
export const removeMany = operation({
  id: "tag.removeMany",
  method: "DELETE",
  path: "/api/v1/tag/",
  summary: "Delete tags by name",
  q: z.array(z.union([z.string(), z.number()])).min(1),
  response: MessageResponse,
});

const BulkResult = z.looseObject({
  objects_tagged: z.array(ObjectReference),
  objects_skipped: z.array(ObjectReference),
});

export const createMany = operation({
  id: "tag.createMany",
  method: "POST",
  path: "/api/v1/tag/bulk_create",
  summary: "Tag items; those that the caller can't edit are skipped",
  body: z.strictObject({
    tags: z
      .array(z.strictObject({ name: TagName, description: z.string().nullish(), objects_to_tag: Objects }))
      .max(100),
  }),
  response: z.looseObject({ result: BulkResult }),
});

export const objectCounts = operation({
  id: "tag.objectCounts",
  method: "GET",
  path: "/api/v1/tag/object_counts/",
  summary: "Number of visible objects of each type, by tag",
  q: IdList,
  response: z.looseObject({
    result: z.array(
      z.looseObject({
        id: z.number(),
        query: z.number(),
        chart: z.number(),
        dashboard: z.number(),
        dataset: z.number(),
      }),
    ),
  }),
});

const ObjectParams = z.object({ object_type: z.coerce.number().int(), object_id: z.coerce.number().int() });

export const addToObject = operation({
  id: "tag.addToObject",
  method: "POST",
  path: "/api/v1/tag/:object_type/:object_id/",
  summary: "Tag one item",
  params: ObjectParams,
  body: z.strictObject({ properties: z.looseObject({ tags: z.array(TagName).max(100) }) }),
  response: z.strictObject({}),
  status: 201,
});
export const removeFromObject = operation({
  id: "tag.removeFromObject",
  method: "DELETE",
  path: "/api/v1/tag/:object_type/:object_id/:tag/",
  summary: "Remove a tag from one item",
  params: ObjectParams.extend({ tag: z.string() }),
  response: MessageResponse,
});
export const objects = operation({
  id: "tag.objects",
  method: "GET",
  path: "/api/v1/tag/get_objects/",
  summary: "Objects with any of the tags, by name or id, of some or all types",
  query: z.looseObject({ tags: z.string().optional(), tagIds: z.string().optional(), types: z.string().optional() }),
  response: z.looseObject({
    result: z.array(
      z.looseObject({
        id: z.number(),
        type: z.string(),
        name: z.string(),
        url: z.string(),
        changed_on: z.string(),
        created_by: z.number().nullable(),
        creator: z.string(),
        tags: z.array(Tag),
        owners: z.array(Person),
      }),
    ),
  }),
});
