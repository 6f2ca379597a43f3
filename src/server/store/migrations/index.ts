import { readFileSync } from "node:fs";
import type { Migration } from "../migrate.ts";
import type { Program } from "../store-version.ts";
import {
  apiKeys,
  authorsOfUsers,
  credentialVersions,
  dropRightsCounters,
  identities,
  rights,
  rightsChanges,
  rightsState,
  signInAttempts,
  signInMoments,
  stateOwners,
  userLanguages,
  userTimeZones,
} from "./accounts.ts";
import { agents } from "./agents.ts";
import { assertions } from "./assertions.ts";
import { addComments } from "./comments.ts";
import { allowedLocations, databaseFailures, ownExamples, serverCertificates, sshTunnels } from "./databases.ts";
import { firstSchema } from "./first-schema.ts";
import { folders } from "./folders.ts";
import {
  listIndexes,
  logsByAction,
  logsByObject,
  logsOfLoads,
  moreIndexes,
  recordedActions,
  storedBytes,
} from "./indexes.ts";
import { lineage } from "./lineage.ts";
import {
  addCacheKey,
  addCssTemplate,
  addTheme,
  annotations,
  bundleMarks,
  history,
  migrateTags,
  orphanedObjects,
  publicLinks,
} from "./objects.ts";
import { RELEASES } from "./releases.ts";
import { addReport, alertValues, reportRuns, runningReports } from "./reports.ts";
import { rowLevelSecurity, rulePlaces } from "./row-level-security.ts";
import { savedRuns } from "./saved-runs.ts";
import { sqlLab } from "./sql-lab.ts";

/** In order. Released migrations never change; add new ones at the end. */
// biome-ignore format: one entry a line
export const MIGRATIONS: readonly Migration[] = [
  firstSchema,
  annotations,
  rowLevelSecurity,
  addCssTemplate,
  addTheme,
  rights,
  history,
  serverCertificates,
  addReport,
  sqlLab,
  bundleMarks,
  addCacheKey,
  credentialVersions,
  apiKeys,
  moreIndexes,
  migrateTags,
  identities,
  listIndexes,
  signInAttempts,
  authorsOfUsers,
  rightsState,
  rightsChanges,
  reportRuns,
  sshTunnels,
  rulePlaces,
  orphanedObjects,
  stateOwners,
  signInMoments,
  storedBytes,
  ownExamples,
  dropRightsCounters,
  userLanguages,
  databaseFailures,
  logsByAction,
  userTimeZones,
  allowedLocations,
  logsByObject,
  folders,
  addComments,
  publicLinks,
  recordedActions,
  runningReports,
  savedRuns,
  logsOfLoads,
  alertValues,
  lineage,
  agents,
  assertions,
];

const MANIFEST = new URL("../../../../package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(MANIFEST, "utf8")) as { version: string };

/** This version of the product. */
export const PROGRAM: Program = { version, migrations: MIGRATIONS, releases: RELEASES };
