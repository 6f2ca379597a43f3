import { useQuery } from "@tanstack/react-query";
import { Check, ChevronRight, X } from "lucide-react";
import { useId, useState } from "react";
import { charts } from "../../api/dashboard/contract.ts";
import { type Explanation, explain } from "../../api/rights/contract.ts";
import { list, number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import styles from "./access.module.css";
import type { CheckedObject, Subject } from "./access.ts";

type AccessOperation = Explanation["operation"];

interface AnswersProps {
  subject: Subject;
  object: CheckedObject;
}

const OPERATIONS: Readonly<Record<CheckedObject["type"], readonly AccessOperation[]>> = {
  dashboard: ["list", "see", "export", "change"],
  chart: ["list", "see", "rows", "export", "change"],
  dataset: ["list", "see", "rows", "export", "change"],
  database: ["see", "export", "change"],
};

const LABELS: Readonly<Record<AccessOperation, string>> = {
  list: t("See it in lists"),
  see: t("Open it"),
  rows: t("Read its data"),
  export: t("Export it"),
  change: t("Change it"),
};

/** More charts of a dashboard aren't checked. */
const MAX_CHARTS = 50;

export function Answers({ subject, object }: AnswersProps) {
  return (
    <>
      <ul className={styles.answers}>
        {OPERATIONS[object.type].map((operation) => (
          <Answer key={operation} label={LABELS[operation]} subject={subject} object={object} operation={operation} />
        ))}
      </ul>
      {object.type === "dashboard" ? <ChartAnswers subject={subject} dashboardId={object.id} /> : null}
    </>
  );
}

interface AnswerProps extends AnswersProps {
  label: string;
  operation: AccessOperation;
  dashboardId?: number;
}

function Answer({ label, subject, object, operation, dashboardId }: AnswerProps) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { data, error, refetch } = useQuery({
    queryKey: ["access", subject.kind, subject.id, object.type, object.id, operation, dashboardId ?? 0],
    queryFn: async ({ signal }) => {
      const of = subject.kind === "user" ? { user: subject.id } : { role: subject.id };
      const query = { type: object.type, id: object.id, operation, dashboard_id: dashboardId, ...of };
      return (await call(explain, { query }, { signal })).result;
    },
    staleTime: 0,
  });
  if (error)
    return (
      <li>
        <ErrorState compact title={label} text={toApiError(error).message} onRetry={() => void refetch()} />
      </li>
    );
  if (!data)
    return (
      <li className={styles.waiting}>
        <SkeletonLines lines={1} />
      </li>
    );
  return (
    <li>
      <button
        type="button"
        className={styles.answer}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight size={14} className={styles.chevron} aria-hidden />
        <Holds holds={data.allowed} />
        <span className={styles.label}>{label}</span>
        <span className={styles.because}>{data.because}</span>
      </button>
      <div id={detailsId} hidden={!isOpen}>
        {isOpen ? <Details explanation={data} /> : null}
      </div>
    </li>
  );
}

function Holds({ holds }: { holds: boolean }) {
  return holds ? (
    <Check size={16} className={styles.yes} role="img" aria-label={t("Yes")} />
  ) : (
    <X size={16} className={styles.no} role="img" aria-label={t("No")} />
  );
}

function Details({ explanation: { permission, chain, rows } }: { explanation: Explanation }) {
  const [name, view] = permission.pair;
  return (
    <div className={styles.details}>
      <h4>{t("Needed: a role with the permission, and at least one of the rules")}</h4>
      <ul>
        <li>
          <Holds holds={permission.holds} />
          {permission.holds
            ? t("{permission}, by {roles}", { permission: `${name} on ${view}`, roles: list(permission.roles) })
            : t("{permission}: no role has it", { permission: `${name} on ${view}` })}
        </li>
      </ul>
      <ul aria-label={t("Rules")}>
        {chain.map(({ rule, text, holds }) => (
          <li key={rule} data-off={holds ? undefined : ""}>
            <Holds holds={holds} />
            {text}
          </li>
        ))}
      </ul>
      {rows && rows.length > 0 ? (
        <>
          <h4>{t("Row-level security")}</h4>
          <ul>
            {rows.map(({ id, name: rule, clause, text, holds, author }) => (
              <li key={`${id} ${author}`} data-off={holds ? undefined : ""}>
                <Holds holds={holds} />
                <span>
                  {rule ?? t("Rule {id}", { id: String(id) })}: {text}
                  {author ? ` (${author})` : null}
                  {clause ? <code className={styles.clause}>{clause}</code> : null}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

function ChartAnswers({ subject, dashboardId }: { subject: Subject; dashboardId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["access", "charts", dashboardId],
    queryFn: async ({ signal }) => (await call(charts, { params: { id: String(dashboardId) } }, { signal })).result,
    staleTime: 0,
  });
  if (error)
    return (
      <ErrorState
        compact
        title={t("Failed to load charts")}
        text={toApiError(error).message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonLines lines={3} />;
  const shown = data.slice(0, MAX_CHARTS);
  if (shown.length === 0) return null;
  return (
    <section aria-label={t("Data of its charts")}>
      <h3 className={styles.heading}>{t("Data of its charts")}</h3>
      <ul className={styles.answers}>
        {shown.map(({ id, slice_name }) => (
          <Answer
            key={id}
            label={slice_name}
            subject={subject}
            object={{ type: "chart", id, name: slice_name }}
            operation="rows"
            dashboardId={dashboardId}
          />
        ))}
      </ul>
      {data.length > shown.length ? (
        <p className={styles.hint}>
          {t("The first {count, number} of {total} charts", { count: shown.length, total: number(data.length) })}
        </p>
      ) : null}
    </section>
  );
}
