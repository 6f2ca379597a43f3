export type { CreateAnnotation } from "./contract.ts";
export { annotationRecords } from "./present.ts";
export { annotationLayerResource } from "./routes.ts";
export { createAnnotations } from "./save.ts";
export {
  annotationsOf,
  findLayerByName,
  insertAnnotation,
  insertLayer,
  type LayerRecord,
  layersByIds,
} from "./store.ts";
