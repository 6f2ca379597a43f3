import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { operation } from "../../model/operation.ts";
import {
  collectionOperations,
  deleteOperations,
  IdList,
  IdParams,
  ListQuery,
  listResponse,
  MessageResponse,
  Person,
} from "../../model/resource.ts";
import { SIZES } from "../../model/size-limits.ts";

export const AnnotationLayerRow = z.looseObject({
  id: z.number(),
  name: z.string().optional(),
  descr: z.string().nullish(),
  changed_by: Person.nullish(),
  changed_on: z.string().optional(),
  changed_on_delta_humanized: z.string().optional(),
  created_by: Person.nullish(),
  created_on: z.string().optional(),
});
export type AnnotationLayerRow = z.infer<typeof AnnotationLayerRow>;

export const CreateLayer = z.strictObject({ name: z.string().min(1).max(250), descr: z.string().nullish() });
export type CreateLayer = z.infer<typeof CreateLayer>;
export const UpdateLayer = CreateLayer.partial();
export type UpdateLayer = z.infer<typeof UpdateLayer>;

/** ISO 8601; UTC without a zone. Answers have no zone. */
const Moment = z.string().refine((text) => momentOf(text) !== undefined, { error: () => t("Not a valid datetime.") });
const JsonText = z.string().refine(isJson, { error: () => t("Invalid JSON") });

export function momentOf(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(text)) return undefined;
  const iso = text.replace(" ", "T");
  const ms = Date.parse(/T.*(Z|[+-]\d\d:?\d\d)$/.test(iso) || !iso.includes("T") ? iso : `${iso}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text || "null");
    return true;
  } catch {
    return false;
  }
}

export const CreateAnnotation = z.strictObject({
  short_descr: z.string().min(1).max(500),
  long_descr: z.string().nullish(),
  start_dttm: Moment,
  end_dttm: Moment,
  json_metadata: JsonText.nullish(),
});
export type CreateAnnotation = z.infer<typeof CreateAnnotation>;
export const UpdateAnnotation = CreateAnnotation.partial();
export type UpdateAnnotation = z.infer<typeof UpdateAnnotation>;

export const AnnotationRow = z.looseObject({
  id: z.number(),
  short_descr: z.string().optional(),
  long_descr: z.string().nullish(),
  start_dttm: z.string().optional(),
  end_dttm: z.string().optional(),
  json_metadata: z.string().nullish(),
  changed_by: Person.nullish(),
  created_by: Person.nullish(),
  changed_on_delta_humanized: z.string().optional(),
});
export type AnnotationRow = z.infer<typeof AnnotationRow>;

const AnnotationParams = z.object({ id: z.coerce.number().int(), annotation_id: z.coerce.number().int() });
const LAYER = "/api/v1/annotation_layer";
const ShowQuery = z.looseObject({ columns: z.array(z.string()).optional(), keys: z.array(z.string()).optional() });
const shown = <T extends z.ZodType>(row: T) => z.looseObject({ id: z.number(), result: row });
const Written = z.looseObject({ id: z.number(), result: z.record(z.string(), z.unknown()) });

const { list, info, related } = collectionOperations("annotation_layer", AnnotationLayerRow);
const { remove, removeMany } = deleteOperations("annotation_layer");

export const layers = {
  list,
  info,
  related,
  remove,
  removeMany,
  show: operation({
    id: "annotation_layer.show",
    method: "GET",
    path: `${LAYER}/:id`,
    summary: "An annotation layer",
    params: IdParams,
    q: ShowQuery,
    response: shown(AnnotationLayerRow.partial()),
  }),
  create: operation({
    id: "annotation_layer.create",
    method: "POST",
    path: `${LAYER}/`,
    summary: "Create an annotation layer",
    body: CreateLayer,
    response: Written,
    status: 201,
  }),
  update: operation({
    id: "annotation_layer.update",
    method: "PUT",
    path: `${LAYER}/:id`,
    summary: "Change an annotation layer",
    params: IdParams,
    body: UpdateLayer,
    response: Written,
  }),
};

export const annotations = {
  list: operation({
    id: "annotation.list",
    method: "GET",
    path: `${LAYER}/:id/annotation/`,
    summary: "List the annotations of a layer",
    params: IdParams,
    q: ListQuery,
    response: listResponse(AnnotationRow),
  }),
  show: operation({
    id: "annotation.show",
    method: "GET",
    path: `${LAYER}/:id/annotation/:annotation_id`,
    summary: "An annotation",
    params: AnnotationParams,
    q: ShowQuery,
    response: shown(AnnotationRow.partial()),
  }),
  create: operation({
    id: "annotation.create",
    method: "POST",
    path: `${LAYER}/:id/annotation/`,
    summary: "Create an annotation",
    params: IdParams,
    body: CreateAnnotation,
    sizes: { json_metadata: SIZES.text },
    response: Written,
    status: 201,
  }),
  update: operation({
    id: "annotation.update",
    method: "PUT",
    path: `${LAYER}/:id/annotation/:annotation_id`,
    summary: "Change an annotation",
    params: AnnotationParams,
    body: UpdateAnnotation,
    sizes: { json_metadata: SIZES.text },
    response: Written,
  }),
  remove: operation({
    id: "annotation.remove",
    method: "DELETE",
    path: `${LAYER}/:id/annotation/:annotation_id`,
    summary: "Delete an annotation",
    params: AnnotationParams,
    response: MessageResponse,
  }),
  removeMany: operation({
    id: "annotation.removeMany",
    method: "DELETE",
    path: `${LAYER}/:id/annotation/`,
    summary: "Delete several annotations",
    params: IdParams,
    q: IdList,
    response: MessageResponse,
  }),
};
