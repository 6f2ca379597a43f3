/** Rarely used controls, in one lazy chunk. */
export { AnnotationControl } from "../collections/AnnotationControl.tsx";
export { CollectionControl } from "../collections/CollectionControl.tsx";
export { ColumnConfigControl } from "../collections/ColumnConfigControl.tsx";
export { ConditionalControl } from "../collections/ConditionalControl.tsx";
export { ColorControl } from "../controls/ColorControl.tsx";
export { MatrixDimension } from "../editors/MatrixDimension.tsx";
export { ChartSizeControl } from "./ChartSizeControl.tsx";
export { ChartsControl } from "./ChartsControl.tsx";
export { ComparisonRange } from "./ComparisonRange.tsx";
export { ContoursControl } from "./ContoursControl.tsx";
export { FixedOrMetricControl } from "./FixedOrMetricControl.tsx";
export { SpatialControl } from "./SpatialControl.tsx";
export { TimeOffsetControl } from "./TimeOffsetControl.tsx";
export { ViewportControl } from "./ViewportControl.tsx";
