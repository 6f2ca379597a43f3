export { genericTypeOf } from "./column-type.ts";
export { UpdateDataset } from "./contract.ts";
export { invalidateDatabase, invalidateDatasets } from "./invalidate.ts";
export {
  assertDatasetAccess,
  assertSourceAccess,
  canAccessDataset,
  EXPORT as DATASET_EXPORT,
  refusalOf,
  WRITE as DATASET_WRITE,
} from "./policy.ts";
export { type DatasetRecord, datasourceOf, isEditorRecord } from "./record.ts";
export { datasetForQuery, datasetsForQuery, readDatasets } from "./records.ts";
export { datasetResource } from "./routes.ts";
export { changeDataset, createDataset, refreshDataset, restoreDataset } from "./save.ts";
export {
  bareStatement,
  commonSchemaOf,
  datasetInPlace,
  qualifiedSql as placedSql,
  searchPathOf,
} from "./search-path.ts";
export { type Source, sourceColumns } from "./source.ts";
export { assertSourceReadable } from "./source-access.ts";
export { assertSqlAccess } from "./sql-access.ts";
export { type EditorSql, recordOfSql } from "./sql-record.ts";
export {
  type ColumnValues,
  columnsOf,
  type DatasetRow,
  type DatasetValues,
  datasetNamesByIds,
  datasetsByIds,
  datasetsOfDatabases,
  findDataset,
  findDatasetByUuid,
  insertDataset,
  type MetricValues,
  metricsOf,
  saveColumns,
  saveMetrics,
  updateDataset,
} from "./store.ts";
export { datasetOfMacro, templateReferences } from "./template-references.ts";
export { assertChecked, compileFor, renderFor, type Security, withRenderedSql as withTrialSql } from "./templates.ts";
