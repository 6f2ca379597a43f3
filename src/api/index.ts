import type { Resource } from "../server/http/route.ts";
import { advancedDataTypes } from "./advanced-data-type/routes.ts";
import { allowedLocations } from "./allowed-location/routes.ts";
import { annotationLayerResource } from "./annotation-layer/index.ts";
import { assertionResource } from "./assertion/index.ts";
import { assetResource } from "./assets/routes.ts";
import { asyncEvents } from "./async-event/index.ts";
import { availableDomains } from "./available-domains/routes.ts";
import { bundleResource } from "./bundle/index.ts";
import { cacheKeyResource } from "./cache-key/routes.ts";
import { chartResource } from "./chart/index.ts";
import { chartData } from "./chart-data/index.ts";
import { commentResource } from "./comment/routes.ts";
import { cssTemplateResource } from "./css-template/routes.ts";
import { dashboardResource } from "./dashboard/index.ts";
import { databaseResource } from "./database/index.ts";
import { datasetResource } from "./dataset/index.ts";
import { datasource } from "./datasource/routes.ts";
import { dynamicPlugins } from "./dynamic-plugin/routes.ts";
import { embeddedResource } from "./embedded/routes.ts";
import { exploreResource } from "./explore/routes.ts";
import { exploreJson } from "./explore-json/routes.ts";
import { folderResource } from "./folder/index.ts";
import { home } from "./home/routes.ts";
import { lineageResource } from "./lineage/routes.ts";
import { log } from "./log/routes.ts";
import { mcpResource } from "./mcp/routes.ts";
import { me } from "./me/routes.ts";
import { menu } from "./menu/routes.ts";
import { oauthResource } from "./oauth/routes.ts";
import { openapi } from "./openapi/routes.ts";
import { pictureResource } from "./picture/index.ts";
import { product } from "./product/routes.ts";
import { publicLinks } from "./public-link/routes.ts";
import { queryResource } from "./query/index.ts";
import { reportResource } from "./report/index.ts";
import { rightsResource } from "./rights/routes.ts";
import { rowLevelSecurity } from "./row-level-security/index.ts";
import { savedQueryResource } from "./saved-query/index.ts";
import { security } from "./security/routes.ts";
import { sqlLabResource } from "./sqllab/index.ts";
import { tabStateResource } from "./tab-state/index.ts";
import { tagResource } from "./tag/routes.ts";
import { themeResource } from "./theme/index.ts";
import { timeRange } from "./time-range/routes.ts";
import { trash } from "./trash/routes.ts";
import { uploadResource } from "./upload/index.ts";
import { versions } from "./version/routes.ts";

export const RESOURCES: readonly Resource[] = [
  databaseResource,
  allowedLocations,
  uploadResource,
  datasetResource,
  chartResource,
  dashboardResource,
  embeddedResource,
  publicLinks,
  oauthResource,
  mcpResource,
  exploreResource,
  bundleResource,
  assetResource,
  assertionResource,
  annotationLayerResource,
  log,
  home,
  me,
  menu,
  openapi,
  security,
  rightsResource,
  rowLevelSecurity,
  chartData,
  datasource,
  timeRange,
  asyncEvents,
  exploreJson,
  cssTemplateResource,
  themeResource,
  tagResource,
  folderResource,
  commentResource,
  lineageResource,
  versions,
  trash,
  reportResource,
  savedQueryResource,
  queryResource,
  tabStateResource,
  sqlLabResource,
  cacheKeyResource,
  availableDomains,
  advancedDataTypes,
  dynamicPlugins,
  product,
  pictureResource,
];
