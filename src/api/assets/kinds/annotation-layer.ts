import { z } from "zod";
import { isSame } from "../../../model/field-changes.ts";
import { annotationsOf, type CreateAnnotation, createAnnotations } from "../../annotation-layer/index.ts";
import { annotationLayerFile } from "../../bundle/index.ts";
import { assertedBody, callOperation } from "../call.ts";
import { assetKind, listOf, type Saving } from "./kind.ts";

const Annotation = z.looseObject({
  short_descr: z.string().min(1).max(500),
  long_descr: z.string().nullish(),
  start_dttm: z.string(),
  end_dttm: z.string(),
  json_metadata: z.string().nullish(),
});
type Annotation = z.infer<typeof Annotation>;
const Layer = z.looseObject({
  name: z.string().min(1).max(250),
  descr: z.string().nullish(),
  annotations: listOf(Annotation).default([]),
});
type Layer = z.infer<typeof Layer>;

export const annotationLayers = assetKind({
  kind: "annotation_layer",
  folder: "annotation_layers",
  calls: { create: "annotation_layer.create", change: "annotation_layer.update", remove: "annotation_layer.remove" },
  schema: Layer,
  keyOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  list: async ({ app, user }) => {
    if (!user.can("can_read", "Annotation")) return [];
    const layers = await app.db.selectFrom("annotation_layers").selectAll().orderBy("id").execute();
    return Promise.all(
      layers.map(async (layer) => {
        const { name, id } = layer;
        return { id, key: name, name, value: await annotationLayerFile(app.db, layer) };
      }),
    );
  },
  save: async (saving) => {
    const { ctx, file, stored } = saving;
    const body = { name: file.name, descr: file.descr ?? null };
    const update = "annotation_layer.update";
    if (!stored) {
      const { id } = await callOperation<{ id: number }>(ctx, "annotation_layer.create", { body });
      return saveAnnotations(saving, id);
    }
    if (!isSame(stored.value.descr, body.descr)) await callOperation(ctx, update, { params: { id: stored.id }, body });
    await saveAnnotations(saving, stored.id);
  },
  remove: async (ctx, id) => {
    const q = (await annotationsOf(ctx.app.db, id)).map((annotation) => annotation.id);
    if (q.length > 0) await callOperation(ctx, "annotation.removeMany", { params: { id }, q });
    await callOperation(ctx, "annotation_layer.remove", { params: { id } });
  },
});

async function saveAnnotations({ ctx, file }: Saving<Layer>, id: number): Promise<void> {
  const stored = await annotationsOf(ctx.app.db, id);
  const byText = new Map(stored.map((annotation) => [annotation.short_descr, annotation]));
  const wanted = new Set(file.annotations.map(({ short_descr }) => short_descr));
  const q = stored.flatMap((annotation) => (wanted.has(annotation.short_descr) ? [] : [annotation.id]));
  if (q.length > 0) await callOperation(ctx, "annotation.removeMany", { params: { id }, q });
  const added = file.annotations.filter(({ short_descr }) => !byText.has(short_descr));
  const bodies = added.map((one) => assertedBody<CreateAnnotation>(ctx, "annotation.create", bodyOf(one)));
  await createAnnotations(ctx, id, bodies);
  for (const annotation of file.annotations) {
    const body = bodyOf(annotation);
    const known = byText.get(annotation.short_descr);
    if (known && !isSame(body, bodyOf(known)))
      await callOperation(ctx, "annotation.update", { params: { id, annotation_id: known.id }, body });
  }
}

const bodyOf = ({ short_descr, long_descr, start_dttm, end_dttm, json_metadata }: Annotation) => ({
  ...{ short_descr, start_dttm, end_dttm, long_descr: long_descr ?? "" },
  ...(json_metadata ? { json_metadata } : {}),
});
