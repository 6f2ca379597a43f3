export { annotationRecords } from "./present.ts";
export { annotationLayerResource } from "./routes.ts";
export {
  annotationsOf,
  findLayerByName,
  insertAnnotation,
  insertLayer,
  type LayerRecord,
  layersByIds,
} from "./store.ts";
