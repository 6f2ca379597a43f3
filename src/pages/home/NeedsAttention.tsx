import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { BellRing, CircleAlert, Database, Gauge, Hourglass, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { z } from "zod";
import { type AttentionItem, attention } from "../../api/home/contract.ts";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { budgetText } from "../../web/components/budget-text.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { isVisitor, useUser } from "../../web/session/session.ts";
import rows from "./Favorites.module.css";
import styles from "./HomePage.module.css";

type Item = z.output<typeof AttentionItem>;
type Kind = Item["kind"];

const SHOWN = 5;

export function NeedsAttention() {
  const { userId } = useUser();
  const [isExpanded, setExpanded] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["home", "attention", userId],
    enabled: !isVisitor(),
    queryFn: async ({ signal }) => (await call(attention, {}, { signal })).result,
  });
  if (!error && !data?.length) return null;
  const all = data ?? [];
  const shown = isExpanded ? all : all.slice(0, SHOWN);
  return (
    <section className={`${styles.section} ${styles.first}`} aria-labelledby="home-attention">
      <div className={styles.head}>
        <h2 id="home-attention">{t("Needs attention")}</h2>
      </div>
      <div className={styles.panel}>
        {error ? (
          <ErrorState
            compact
            title={t("Failed to check for problems")}
            text={toApiError(error).message}
            onRetry={refetch}
          />
        ) : (
          <ul className={rows.list}>
            {shown.map((row) => (
              <AttentionRow key={`${row.kind} ${row.id}`} row={row} />
            ))}
          </ul>
        )}
        {shown.length < all.length ? (
          <Button type="link" block onClick={() => setExpanded(true)}>
            {t("View all ({count, number})", { count: all.length })}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

const ICONS: Readonly<Record<Kind, LucideIcon>> = {
  database_failed: Database,
  report_failed: CircleAlert,
  alert_failed: CircleAlert,
  alert_fired: BellRing,
  dashboard_slow: Hourglass,
  budget_exceeded: Gauge,
};

const WARNINGS = new Set<Kind>(["dashboard_slow", "budget_exceeded", "alert_fired"]);

function failureText({ kind, name }: Item): string {
  switch (kind) {
    case "database_failed":
      return t("Connection to “{name}” failed", { name });
    case "report_failed":
      return t("Report “{name}” failed to send", { name });
    case "alert_failed":
      return t("Alert “{name}” failed to run or send", { name });
    case "alert_fired":
      return t("Alert “{name}” fired", { name });
    case "dashboard_slow":
      return t("Dashboard “{name}” is slow", { name });
    case "budget_exceeded":
      return t("Dashboard “{name}” exceeds its performance budget", { name });
  }
}

function detailOf({ message, is_quoted, value, slow, budget }: Item): string | undefined {
  if (budget) return budgetText(budget);
  if (slow)
    return t(
      "“{chart}” takes {seconds, number} s on average ({loads, plural, one {# load} other {# loads}} in 7 days)",
      { ...slow, seconds: Math.round(slow.seconds * 10) / 10 },
    );
  if (message) return is_quoted ? t("“{text}”", { text: message }) : message;
  return value === null ? undefined : t("Value: {value}", { value: number(value) });
}

function AttentionRow({ row }: { row: Item }) {
  const Icon = ICONS[row.kind];
  const isWarning = WARNINGS.has(row.kind);
  const title = failureText(row);
  const detail = detailOf(row);
  return (
    <li className={`${rows.row} ${rows.top}`}>
      <Icon size={16} color={isWarning ? "var(--tessera-color-warning)" : "var(--tessera-color-error)"} aria-hidden />
      <span className={rows.text}>
        <Link to={row.url} className={`${rows.title} ${rows.wrapped}`}>
          {title}
        </Link>
        {detail ? (
          <span className={`${rows.note} ${rows.wrapped}`} title={detail}>
            {detail}
          </span>
        ) : null}
        {row.at === null ? null : (
          <span className={rows.note}>
            <RelativeTime at={row.at} capitalized />
          </span>
        )}
      </span>
    </li>
  );
}
