/** Controls that few chart types have; one file for the browser. */
export { CollectionControl } from "../collections/CollectionControl.tsx";
export { ContoursControl } from "./ContoursControl.tsx";
export { FixedOrMetricControl } from "./FixedOrMetricControl.tsx";
export { SpatialControl } from "./SpatialControl.tsx";
export { ViewportControl } from "./ViewportControl.tsx";
