import type { Migration } from "../migrate.ts";
import { addCacheKey } from "./add-cache-key.ts";
import { addCssTemplate } from "./add-css-template.ts";
import { addReport } from "./add-report.ts";
import { addTheme } from "./add-theme.ts";
import { annotations } from "./annotations.ts";
import { apiKeys } from "./api-keys.ts";
import { authorsOfUsers } from "./authors-of-users.ts";
import { bundleMarks } from "./bundle-marks.ts";
import { credentialVersions } from "./credential-versions.ts";
import { firstSchema } from "./first-schema.ts";
import { history } from "./history.ts";
import { identities } from "./identities.ts";
import { keptTags } from "./kept-tags.ts";
import { listIndexes } from "./list-indexes.ts";
import { moreIndexes } from "./more-indexes.ts";
import { orphanedObjects } from "./orphaned-objects.ts";
import { ownExamples } from "./own-examples.ts";
import { reportRuns } from "./report-runs.ts";
import { rights } from "./rights.ts";
import { dropRightsCounters, rightsChanges, rightsState } from "./rights-counters.ts";
import { rowLevelSecurity } from "./row-level-security.ts";
import { rulePlaces } from "./rule-places.ts";
import { serverCertificates } from "./server-certificates.ts";
import { signInAttempts } from "./sign-in-attempts.ts";
import { signInMoments } from "./sign-in-moments.ts";
import { sqlLab } from "./sql-lab.ts";
import { sshTunnels } from "./ssh-tunnels.ts";
import { stateOwners } from "./state-owners.ts";
import { storedBytes } from "./stored-bytes.ts";

/** In the order they run. Released migrations are never changed; new ones go to the end. */
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
  keptTags,
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
];
