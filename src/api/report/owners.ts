import { currentLocale } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { t } from "../../i18n/translate.ts";
import type { App } from "../../server/app.ts";
import { accounts } from "../../server/auth/accounts.ts";
import { formatTimestamp, parseTimestamp } from "../../server/clock.ts";
import { missingSetting } from "../../server/delivery/deliver.ts";
import { type Notification, oneLine } from "../../server/delivery/notification.ts";
import { ownersOf } from "../../server/rights/owners.ts";
import { emptyLetter, pathOf } from "./content.ts";
import { claimErrorMail, logErrorMail, type RunRow, releaseErrorMail } from "./runs-store.ts";
import type { ReportRecord } from "./store.ts";

interface Failed {
  app: App;
  report: ReportRecord;
  run: RunRow;
}

const SENT_MS = 5 * 60_000;

/** Never rejects: the failure is in the report's log anyway. */
export async function notifyOwners(failed: Failed, reason: () => string): Promise<void> {
  const { app, report, run } = failed;
  try {
    await notified(failed, reason);
  } catch (error) {
    app.log.error("could not notify owners of a failed report", { report: report.id, error });
    await releaseErrorMail(app.db, run).catch(() => undefined);
  }
}

async function notified({ app, report, run }: Failed, reason: () => string): Promise<void> {
  const { db, clock } = app;
  if (missingSetting(app.config, "Email") !== undefined) return;
  const owners = (await ownersOf(db, "report", [report.id])).get(report.id) ?? [];
  const people = await Promise.all(owners.map(({ id }) => app.once(accounts).active(id)));
  const readers = people.flatMap((person) => (person?.email ? [person] : []));
  if (readers.length === 0) return;
  const cutoff = formatTimestamp(Math.max(parseTimestamp(run.now) - report.grace_period * 1000, 0));
  if (!(await claimErrorMail(db, run, cutoff))) return;
  const { sendMail } = await import("../../server/delivery/mail.ts");
  const signal = AbortSignal.timeout(SENT_MS);
  const byLanguage = Map.groupBy(readers, (reader) => reader.language ?? currentLocale().language);
  for (const [language, own] of byLanguage) {
    const letter = inLocale({ ...currentLocale(), language }, () => errorLetter(app, report, reason));
    await sendMail({ app, notification: letter, signal }, { to: own.map(({ email }) => email) });
  }
  await logErrorMail(db, run, clock.timestamp());
}

function errorLetter(app: App, report: ReportRecord, reason: () => string): Notification {
  const { name } = report;
  const title = oneLine(
    report.type === "Alert"
      ? t("Error occurred for Alert: {name}", { name })
      : t("Error occurred for Report: {name}", { name }),
  );
  const letter = emptyLetter({ app, report }, { title: "", path: pathOf(report) });
  return { ...letter, subject: title, name: title, description: "", text: reason() };
}
