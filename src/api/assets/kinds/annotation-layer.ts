import { z } from "zod";
import { isSame } from "../../../model/field-changes.ts";
import { annotationsOf } from "../../annotation-layer/index.ts";
import { annotationLayerFile } from "../../bundle/index.ts";
import { callOperation } from "../call.ts";
import { assetKind, type Saving } from "./kind.ts";

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
  annotations: z.array(Annotation).default([]),
});
type Layer = z.infer<typeof Layer>;

export const annotationLayers = assetKind({
  kind: "annotation_layer",
  folder: "annotation_layers",
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
  for (const annotation of file.annotations) {
    const body = bodyOf(annotation);
    const known = byText.get(annotation.short_descr);
    if (!known) await callOperation(ctx, "annotation.create", { params: { id }, body });
    else if (!isSame(body, bodyOf(known)))
      await callOperation(ctx, "annotation.update", { params: { id, annotation_id: known.id }, body });
  }
}

const bodyOf = ({ short_descr, long_descr, start_dttm, end_dttm, json_metadata }: Annotation) => ({
  ...{ short_descr, start_dttm, end_dttm, long_descr: long_descr ?? "" },
  ...(json_metadata ? { json_metadata } : {}),
});
