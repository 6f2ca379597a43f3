import type { Dataset } from "../../model/dataset.ts";

/** A dataset as the server keeps it in memory. `version` changes whenever the dataset or its database is saved. */
export interface DatasetRecord extends Dataset {
  uuid: string;
  databaseId: number;
  databaseName: string;
  version: string;
  ownerIds: number[];
}
