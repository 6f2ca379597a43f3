import { type ReactNode, useMemo } from "react";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { exactTime, parseMoment } from "../../web/client/clock.ts";
import { actionText } from "./actions.ts";
import styles from "./Entry.module.css";
import { fieldText, noteText, noteValue } from "./fields.ts";
import type { LogRow } from "./log-row.ts";
import { resultText } from "./results.ts";
import { sentenceOf } from "./sentence.ts";

/** An entry in words. */
export function Entry({ row, onClose }: { row: LogRow; onClose(): void }) {
  const lines = useMemo(() => linesOf(row), [row]);
  const who = row.user ? `${row.user.first_name} ${row.user.last_name} (${row.user.username})` : row.username;
  return (
    <Dialog open title={actionText(row)} width={720} onClose={onClose}>
      <p>{t("{user}, {time}", { user: who || t("Not signed in"), time: exactTime(parseMoment(row.dttm)) })}</p>
      {row.verb ? <p>{sentenceOf(row)}</p> : null}
      <dl className={styles.lines}>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

type Line = readonly [label: string, value: ReactNode];

function linesOf(row: LogRow): Line[] {
  const { fields, old_name: oldName, skipped, by, ...others } = parsed(row.details);
  const lines: (Line | undefined)[] = [
    row.result ? [t("Result"), resultText(row)] : undefined,
    Array.isArray(fields) && fields.length > 0
      ? [t("Changed"), list([...new Set(fields.map((each) => fieldText(`${each}`)))])]
      : undefined,
    typeof oldName === "string" ? [t("Former name"), oldName] : undefined,
    by === "command line" ? [t("From"), t("the command line")] : undefined,
    row.address ? [t("Address"), row.address] : undefined,
    row.referrer ? [t("Page"), row.referrer] : undefined,
    row.duration_ms === null
      ? undefined
      : [t("Duration"), t("{duration, number} ms", { duration: Math.round(row.duration_ms) })],
    typeof skipped === "number"
      ? [t("Not recorded before it"), t("{count, plural, one {# request} other {# requests}}", { count: skipped })]
      : undefined,
    ...Object.entries({ ...parsed(row.json), ...others }).map(
      ([name, value]): Line => [noteText(name), noteValue(name, value)],
    ),
    row.request_id ? [t("Request ID"), row.request_id] : undefined,
  ];
  return lines.filter((line) => line !== undefined);
}

function parsed(text: string | null | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return { [t("Details")]: text };
  }
}
