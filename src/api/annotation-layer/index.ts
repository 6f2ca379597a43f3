export { annotationRecords } from "./present.ts";
export { annotationLayerResource } from "./routes.ts";
