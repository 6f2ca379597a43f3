/**
 * Tests that `npm test` runs on PostgreSQL too: of the store itself, and of what depends on the database below it, as
 * orders, locks, transactions, references, quotas and what somebody may see. Of all others it explains the statements
 * (`src/testing/explained-statements.ts`); `npm run test:all` runs them too.
 */
export const STORE_TESTS: readonly string[] = [
  "src/server/store/",
  "src/server/auth/",
  "src/server/rights/",
  "src/server/http/resource-list.test.ts",
  "src/server/http/failures.test.ts",
  // Every list and every call once.
  "src/api/conventions.test.ts",
  "src/api/spec-calls.test.ts",
  "src/api/list-plans.test.ts",
  "src/api/kept-lists.test.ts",
  "src/api/foreign-ids.test.ts",
  "src/api/stale-saves.test.ts",
  "src/api/stored-quotas.test.ts",
  "src/api/told-emails.test.ts",
  "src/api/annotation-layer/",
  "src/api/chart/",
  "src/api/css-template/",
  "src/api/dashboard/",
  "src/api/dataset/dataset.test.ts",
  "src/api/explore/",
  "src/api/log/",
  "src/api/query/",
  "src/api/report/report.test.ts",
  "src/api/report/history.test.ts",
  "src/api/report/schedule.test.ts",
  "src/api/rights/",
  "src/api/row-level-security/row-level-security.test.ts",
  "src/api/saved-query/",
  "src/api/security/",
  "src/api/tab-state/",
  "src/api/tag/",
  "src/api/theme/",
  "src/api/trash/",
  "src/api/version/",
  "src/api/bundle/import-rules.test.ts",
  "src/api/bundle/round-trip.test.ts",
];
