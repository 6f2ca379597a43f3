import { sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import { crud } from "../../server/http/crud.ts";
import { anyColumnContains, searchOfHistory } from "../../server/http/list-filters.ts";
import {
  collectionRoutes,
  firstNameOf,
  type ListDefinition,
  listResponse,
  userColumns,
} from "../../server/http/resource-list.ts";
import { type Context, permission, type Resource, type Route, route } from "../../server/http/route.ts";
import { allFound, possibleIds } from "../../server/http/show-response.ts";
import { annotationLayersOfGuest, visibleAnnotationLayers } from "../../server/rights/guest-content.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import * as contract from "./contract.ts";
import { presentAnnotations, presentLayers } from "./present.ts";
import { changeAnnotation, changeLayer, createAnnotation, createLayer } from "./save.ts";
import {
  annotationsByIds,
  deleteAnnotations,
  deleteLayers,
  haveAnnotations,
  type LayerRecord,
  layersByIds,
} from "./store.ts";

const VIEW = "Annotation";
const PERMISSIONS = ["can_read", "can_write"];

const ANNOTATIONS: ListDefinition = {
  view: VIEW,
  title: "List Annotation",
  table: "annotations",
  permissions: PERMISSIONS,
  columns: [
    "id",
    "short_descr",
    "long_descr",
    "start_dttm",
    "end_dttm",
    ...userColumns("changed_by"),
    ...userColumns("created_by"),
    "changed_on_delta_humanized",
  ],
  search: {
    id: { type: "number", column: "annotations.id" },
    short_descr: { type: "text", column: "annotations.short_descr" },
    long_descr: { type: "text", column: "annotations.long_descr" },
    start_dttm: { type: "date", column: "annotations.start_dttm" },
    end_dttm: { type: "date", column: "annotations.end_dttm" },
    json_metadata: { type: "text", column: "annotations.json_metadata" },
    layer: { type: "one", column: "annotations.layer_id" },
    created_by: { type: "one", column: "annotations.created_by_fk" },
    changed_by: { type: "one", column: "annotations.changed_by_fk" },
  },
  filters: {
    "short_descr:annotation_all_text": anyColumnContains(["annotations.short_descr", "annotations.long_descr"]),
  },
  order: {
    short_descr: { by: "short_descr", text: true },
    long_descr: { by: "long_descr", text: true },
    start_dttm: "start_dttm",
    end_dttm: "end_dttm",
    "created_by.first_name": firstNameOf("annotations.created_by_fk"),
    "changed_by.first_name": firstNameOf("annotations.changed_by_fk"),
    changed_on_delta_humanized: "changed_on",
  },
  present: (ctx, ids) => presentAnnotations(ctx.app, ids),
  texts: () => ["long_descr", "json_metadata"],
};

const LAYERS: ListDefinition = {
  view: VIEW,
  title: "List Annotation Layer",
  table: "annotation_layers",
  permissions: PERMISSIONS,
  columns: [
    "id",
    "name",
    "descr",
    ...userColumns("changed_by"),
    "changed_on",
    "changed_on_delta_humanized",
    ...userColumns("created_by"),
    "created_on",
  ],
  search: {
    id: { type: "number", column: "annotation_layers.id" },
    name: { type: "text", column: "annotation_layers.name" },
    descr: { type: "text", column: "annotation_layers.descr" },
    ...searchOfHistory("annotation_layers"),
  },
  filters: {
    "name:annotation_layer_all_text": anyColumnContains(["annotation_layers.name", "annotation_layers.descr"]),
  },
  order: {
    name: { by: "name", text: true },
    descr: { by: "descr", text: true },
    "created_by.first_name": firstNameOf("annotation_layers.created_by_fk"),
    "changed_by.first_name": firstNameOf("annotation_layers.changed_by_fk"),
    changed_on: "changed_on",
    changed_on_delta_humanized: "changed_on",
    created_on: "created_on",
  },
  visible: ({ app, user }) => visibleAnnotationLayers(app.db, user),
  present: (ctx, ids) => presentLayers(ctx.app, ids),
  related: { created_by: { kind: "users" }, changed_by: { kind: "users" } },
  createBody: contract.CreateLayer,
  updateBody: contract.UpdateLayer,
  within: [ANNOTATIONS],
};

const annotationList = (layerId: number): ListDefinition => ({
  ...ANNOTATIONS,
  visible: () => sql`annotations.layer_id = ${layerId}`,
});

async function visibleLayers({ app, user }: Context, ids: readonly number[]): Promise<LayerRecord[]> {
  const visible = await annotationLayersOfGuest(app.db, user);
  return layersByIds(app.db, visible ? ids.filter((id) => visible.has(id)) : ids);
}

async function assertLayer(ctx: Context, id: number): Promise<void> {
  allFound(await visibleLayers(ctx, possibleIds([id])), [id]);
}

const layerRoutes: Route[] = [
  ...collectionRoutes(contract.layers, LAYERS),
  ...crud(contract.layers, LAYERS, {
    audit: { kind: "annotation_layer", api: "AnnotationLayerRestApi" },
    find: visibleLayers,
    columns: ["id", "name", "descr"],
    stateOf: (layer) => layer.changed_on,
    create: async (ctx, { body }) => ({ id: await createLayer(ctx, body), result: body }),
    update: async (ctx, layer, { body }) => {
      await changeLayer(ctx, layer, body);
      return { id: layer.id, result: body };
    },
    remove: async ({ app }, ids) => {
      const inUse = () => unprocessable(t("Annotation layer has associated annotations."));
      if (await haveAnnotations(app.db, ids)) throw inUse();
      await deleteLayers(app.db, ids).catch((error: unknown) => {
        throw storeFailureOf(error) === "reference" ? inUse() : error;
      });
    },
  }),
];

const annotationRoutes: Route[] = [
  route(contract.annotations.list, permission("can_read", VIEW), async (ctx, { params, q }) => {
    await assertLayer(ctx, params.id);
    return (await listResponse(ctx, annotationList(params.id), q ?? {})) as never;
  }),
  ...crud(contract.annotations, ANNOTATIONS, {
    audit: { kind: "annotation", api: "AnnotationRestApi" },
    find: async (ctx, ids, { id }) => {
      await assertLayer(ctx, id);
      return (await annotationsByIds(ctx.app.db, ids)).filter((annotation) => annotation.layer_id === id);
    },
    columns: ["id", "short_descr", "long_descr", "start_dttm", "end_dttm", "json_metadata", "layer"],
    stateOf: (annotation) => annotation.changed_on,
    create: async (ctx, { params, body }) => {
      await assertLayer(ctx, params.id);
      return { id: await createAnnotation(ctx, params.id, body), result: { ...body, layer: params.id } };
    },
    update: async (ctx, annotation, { params, body }) => {
      await changeAnnotation(ctx, annotation, body);
      return { id: annotation.id, result: { ...body, layer: params.id } };
    },
    remove: ({ app }, ids) => deleteAnnotations(app.db, ids),
  }),
];

export const annotationLayerResource: Resource = {
  name: "annotation-layer",
  routes: [...layerRoutes, ...annotationRoutes],
};
