/** Permissions on single objects have a view that names the object. */

export const databaseView = (name: string, id: number): string => `[${name}].(id:${id})`;
export const catalogView = (database: string, catalog: string): string => `[${database}].[${catalog}]`;
export const schemaView = (database: string, catalog: string | null | undefined, schema: string): string =>
  catalog ? `[${database}].[${catalog}].[${schema}]` : `[${database}].[${schema}]`;
export const datasetView = (database: string, table: string, id: number): string =>
  `[${database}].[${table}](id:${id})`;
