import type { Kysely } from "kysely";
import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import type { Tables } from "./tables.ts";

/** Throws a 422 naming alerts and reports that use the items. */
export async function assertNotReported(
  db: Kysely<Tables>,
  noun: "chart" | "dashboard" | "database",
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const reports = await db
    .selectFrom("reports")
    .select("name")
    .where(`${noun}_id`, "in", ids)
    .orderBy("name")
    .execute();
  if (reports.length === 0) return;
  throw unprocessable(
    t("There are associated alerts or reports: {reports}", { reports: reports.map((report) => report.name).join(",") }),
  );
}
