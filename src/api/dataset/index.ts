export { accessibleDatasetIds, accessibleDatasets, assertDatasetAccess, canAccessDataset } from "./policy.ts";
export { type DatasetRecord, payloadOf } from "./record.ts";
export { datasetForQuery } from "./records.ts";
export {
  type ColumnValues,
  columnsOf,
  type DatasetRow,
  type DatasetValues,
  datasetsByIds,
  findDataset,
  findDatasetByTable,
  findDatasetByUuid,
  insertDataset,
  type MetricValues,
  metricsOf,
  saveColumns,
  saveMetrics,
  updateDataset,
} from "./store.ts";
