import { sql } from "kysely";
import { notFound, unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { collectionRoutes, firstNameOf, type ListDefinition, listAnswer } from "../../server/http/resource-list.ts";
import { type Context, type Resource, route } from "../../server/http/route.ts";
import { shownAnswer } from "../../server/http/shown.ts";
import { sayState, stateBasedOn } from "../../server/http/state.ts";
import { annotationLayersOfGuest, visibleAnnotationLayers } from "../../server/rights/guest-content.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { anyContainsText } from "../../server/store/text-match.ts";
import * as contract from "./contract.ts";
import { READ, VIEW, WRITE } from "./policy.ts";
import { presentAnnotation, presentAnnotations, presentLayers } from "./present.ts";
import { changeAnnotation, changeLayer, createAnnotation, createLayer } from "./save.ts";
import {
  type AnnotationRecord,
  annotationsByIds,
  deleteAnnotations,
  deleteLayers,
  findLayer,
  haveAnnotations,
  type LayerRecord,
  layersByIds,
} from "./store.ts";

const person = (name: string) => [`${name}.id`, `${name}.first_name`, `${name}.last_name`];
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
    ...person("changed_by"),
    ...person("created_by"),
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
    "short_descr:annotation_all_text": (value) =>
      anyContainsText([sql.ref("annotations.short_descr"), sql.ref("annotations.long_descr")], String(value ?? "")),
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
    ...person("changed_by"),
    "changed_on",
    "changed_on_delta_humanized",
    ...person("created_by"),
    "created_on",
  ],
  search: {
    id: { type: "number", column: "annotation_layers.id" },
    name: { type: "text", column: "annotation_layers.name" },
    descr: { type: "text", column: "annotation_layers.descr" },
    created_by: { type: "one", column: "annotation_layers.created_by_fk" },
    changed_by: { type: "one", column: "annotation_layers.changed_by_fk" },
    created_on: { type: "date", column: "annotation_layers.created_on" },
    changed_on: { type: "date", column: "annotation_layers.changed_on" },
  },
  filters: {
    "name:annotation_layer_all_text": (value) =>
      anyContainsText([sql.ref("annotation_layers.name"), sql.ref("annotation_layers.descr")], String(value ?? "")),
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

/** Of one layer. */
const annotationList = (layerId: number): ListDefinition => ({
  ...ANNOTATIONS,
  visible: () => sql`annotations.layer_id = ${layerId}`,
});

async function layerOf({ app, user }: Context, id: number): Promise<LayerRecord> {
  const layer = await findLayer(app.db, id);
  const visible = await annotationLayersOfGuest(app.db, user);
  if (!layer || visible?.has(id) === false) throw notFound();
  return layer;
}

/** Annotations of this layer; 404 when one of them is not. */
async function annotationsIn(ctx: Context, layerId: number, ids: readonly number[]): Promise<AnnotationRecord[]> {
  await layerOf(ctx, layerId);
  const found = (await annotationsByIds(ctx.app.db, ids)).filter((row) => row.layer_id === layerId);
  if (found.length === 0 || found.length < new Set(ids).size) throw notFound();
  return found;
}

async function annotationIn(ctx: Context, params: { id: number; annotation_id: number }): Promise<AnnotationRecord> {
  const [annotation] = await annotationsIn(ctx, params.id, [params.annotation_id]);
  if (!annotation) throw notFound();
  return annotation;
}

/** Layers go only when they are empty. */
async function removeLayers(app: App, ids: readonly number[]): Promise<void> {
  const inUse = () => unprocessable("Annotation layer has associated annotations.");
  if (await haveAnnotations(app.db, ids)) throw inUse();
  try {
    await deleteLayers(app.db, ids);
  } catch (error) {
    throw storeFailureOf(error) === "reference" ? inUse() : error;
  }
}

const counted = (count: number, noun: string) => `Deleted ${count} ${noun}${count === 1 ? "" : "s"}`;

const layerRoutes = [
  ...collectionRoutes(contract.layers, LAYERS),
  route(contract.layers.show, READ, async (ctx, { params, q }) => {
    const { id, name, descr, changed_on } = await layerOf(ctx, params.id);
    sayState(ctx, changed_on);
    return shownAnswer({ id, name, descr }, "Show Annotation Layer", q);
  }),
  route(contract.layers.create, WRITE, async (ctx, { body }) => ({ id: await createLayer(ctx, body), result: body })),
  route(contract.layers.update, WRITE, async (ctx, { params, body }) => {
    const layer = await layerOf(ctx, params.id);
    sayState(ctx, await changeLayer(ctx, layer, { body, basedOn: stateBasedOn(ctx) }));
    return { id: layer.id, result: body };
  }),
  route(contract.layers.remove, WRITE, async (ctx, { params }) => {
    const layer = await layerOf(ctx, params.id);
    await removeLayers(ctx.app, [layer.id]);
    return { message: "OK" };
  }),
  route(contract.layers.removeMany, WRITE, async (ctx, { q }) => {
    const layers = await layersByIds(ctx.app.db, q);
    if (layers.length === 0 || layers.length < new Set(q).size) throw notFound();
    await removeLayers(
      ctx.app,
      layers.map((layer) => layer.id),
    );
    return { message: counted(layers.length, "annotation layer") };
  }),
];

const annotationRoutes = [
  route(contract.annotations.list, READ, async (ctx, { params, q }) => {
    const layer = await layerOf(ctx, params.id);
    return (await listAnswer(ctx, annotationList(layer.id), q ?? {})) as never;
  }),
  route(contract.annotations.show, READ, async (ctx, { params, q }) => {
    const annotation = await annotationIn(ctx, params);
    const { id, name } = await layerOf(ctx, params.id);
    sayState(ctx, annotation.changed_on);
    return shownAnswer({ ...presentAnnotation(annotation), layer: { id, name } }, "Show Annotation", q);
  }),
  route(contract.annotations.create, WRITE, async (ctx, { params, body }) => {
    const layer = await layerOf(ctx, params.id);
    return { id: await createAnnotation(ctx, layer.id, body), result: { ...body, layer: layer.id } };
  }),
  route(contract.annotations.update, WRITE, async (ctx, { params, body }) => {
    const annotation = await annotationIn(ctx, params);
    sayState(ctx, await changeAnnotation(ctx, annotation, { body, basedOn: stateBasedOn(ctx) }));
    return { id: annotation.id, result: { ...body, layer: params.id } };
  }),
  route(contract.annotations.remove, WRITE, async (ctx, { params }) => {
    const annotation = await annotationIn(ctx, params);
    await deleteAnnotations(ctx.app.db, [annotation.id]);
    return { message: "OK" };
  }),
  route(contract.annotations.removeMany, WRITE, async (ctx, { params, q }) => {
    const found = await annotationsIn(ctx, params.id, q);
    await deleteAnnotations(
      ctx.app.db,
      found.map((annotation) => annotation.id),
    );
    return { message: counted(found.length, "annotation") };
  }),
];

export const annotationLayerResource: Resource = {
  name: "annotation-layer",
  routes: [...layerRoutes, ...annotationRoutes],
};
