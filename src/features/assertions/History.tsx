import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { AssertionTrigger } from "../../model/assertion.ts";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { exactTime, parseMoment, shortTime } from "../../web/client/clock.ts";
import { toApiError } from "../../web/client/errors.ts";
import { type Assertion, type CheckedResult, useResults } from "./assertion-calls.ts";
import styles from "./assertions.module.css";
import { STATES, StatePill } from "./StatePill.tsx";
import { valueText } from "./value-text.ts";

const IN_STRIP = 60;

const TRIGGERS: Readonly<Record<AssertionTrigger, string>> = {
  schedule: t("Schedule"),
  save: t("Saved"),
  request: t("On request"),
  plan: t("From files"),
};

/** The stored results of an assertion. */
export function History({ id, kind }: Pick<Assertion, "id" | "kind">) {
  const { data, error } = useResults(id);
  if (error) return <p role="alert">{toApiError(error).message}</p>;
  if (!data) return <SkeletonLines lines={3} />;
  if (data.result.length === 0) return <p className={styles.quiet}>{t("Not checked yet")}</p>;
  return (
    <>
      <Strip results={data.result.slice(0, IN_STRIP)} kind={kind} />
      <ResultTable results={data.result} kind={kind} />
    </>
  );
}

interface ResultsProps {
  results: readonly CheckedResult[];
  kind: Assertion["kind"];
}

/** Oldest first. Failed checks are taller, as color alone doesn't tell. */
function Strip({ results, kind }: ResultsProps) {
  const passed = results.filter(({ state }) => state === "passed").length;
  return (
    <span
      className={styles.strip}
      role="img"
      aria-label={t("Last {count, plural, one {# check} other {# checks}}: {passed, number} passed", {
        count: results.length,
        passed,
      })}
    >
      {results.toReversed().map(({ state, checked_at, value }) => (
        <span
          key={checked_at}
          data-state={state}
          title={[STATES[state].word, valueText(kind, value), exactTime(parseMoment(checked_at))]
            .filter(Boolean)
            .join(" · ")}
        />
      ))}
    </span>
  );
}

function ResultTable({ results, kind }: ResultsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
    <section className={styles.results} aria-label={t("History")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("Time")}</th>
            <th scope="col">{t("State")}</th>
            <th scope="col" data-align="end">
              {t("Value")}
            </th>
            <th scope="col">{t("Started by")}</th>
            <th scope="col" data-align="end">
              {t("Duration")}
            </th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ state, value, checked_at, trigger, ms }) => (
            <tr key={checked_at}>
              <td title={exactTime(parseMoment(checked_at))}>{shortTime(parseMoment(checked_at))}</td>
              <td>
                <StatePill state={state} />
              </td>
              <td data-align="end" title={value ?? undefined}>
                {valueText(kind, value)}
              </td>
              <td>{TRIGGERS[trigger]}</td>
              <td data-align="end">{number(ms, { style: "unit", unit: "millisecond" })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
