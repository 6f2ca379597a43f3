import type { Resource } from "../server/http/route.ts";
import { chartResource } from "./chart/index.ts";
import { dashboardResource } from "./dashboard/index.ts";
import { databaseResource } from "./database/index.ts";
import { datasetResource } from "./dataset/index.ts";
import { me } from "./me/routes.ts";
import { security } from "./security/routes.ts";

/** Every API resource: one import line and one entry line each. */
export const RESOURCES: readonly Resource[] = [
  databaseResource,
  datasetResource,
  chartResource,
  dashboardResource,
  me,
  security,
];
