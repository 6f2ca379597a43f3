import { useQuery } from "@tanstack/react-query";
import { ConfigProvider, Switch } from "antd";
import { Bell } from "lucide-react";
import { useId } from "react";
import * as report from "../../../api/report/contract.ts";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useFirstProblem } from "../../../ui/first-problem.ts";
import { Segmented } from "../../../ui/Segmented.tsx";
import { call } from "../../../web/client/client.ts";
import { LoadingDialog } from "../../../web/dialogs/LoadingDialog.tsx";
import { can, useUser } from "../../../web/session/session.ts";
import { type ReportKind, TEXTS } from "../report-labels.tsx";
import { isOwn } from "../report-list.tsx";
import { Backtest } from "./Backtest.tsx";
import { Condition } from "./Condition.tsx";
import { Content } from "./Content.tsx";
import styles from "./dialog.module.css";
import { type Draft, draftOf, missingFields, newDraft } from "./draft.ts";
import { Owners } from "./Owners.tsx";
import { Recipients } from "./Recipients.tsx";
import { LastRuns, NextRuns } from "./Runs.tsx";
import { ScheduleSection } from "./ScheduleSection.tsx";
import { TestResult } from "./TestResult.tsx";
import { type ReportForm, type Stored, useReportForm } from "./use-report-form.ts";
import { type AlertTest, useTest } from "./use-test.ts";

export function NewReport({ kind, onClose }: { kind: ReportKind; onClose(): void }) {
  const { userId, firstName, lastName, email } = useUser();
  const me = { id: userId, name: `${firstName} ${lastName}`.trim(), email };
  return <Form initial={newDraft(kind, me)} isReadOnly={false} onClose={onClose} />;
}

export function OpenReport({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["report", id, "open"],
    queryFn: ({ signal }) => loadReport(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (!data)
    return <LoadingDialog title={t("Alert or report")} width={960} error={error} onRetry={refetch} onClose={onClose} />;
  const isReadOnly = !can("can_write", "ReportSchedule") || !isOwn(data.detail.owners);
  return (
    <Form stored={{ id, state: data.state }} initial={draftOf(data.detail)} isReadOnly={isReadOnly} onClose={onClose} />
  );
}

async function loadReport(id: number, signal: AbortSignal) {
  const read: { state?: string } = {};
  const onState = (state: string) => {
    read.state = state;
  };
  const { result: detail } = await call(report.show, { params: { id } }, { signal, onState });
  return { detail, state: read.state };
}

interface FormProps {
  stored?: Stored;
  initial: Draft;
  isReadOnly: boolean;
  onClose(): void;
}

function Form({ stored, initial, isReadOnly, onClose }: FormProps) {
  const form = useReportForm({ stored, initial, onSaved: onClose });
  const test = useTest(form.draft);
  const { draft, failure } = form;
  const missing = missingFields(draft);
  const main = useFirstProblem<HTMLFieldSetElement>(form.failures);
  return (
    <Dialog
      open
      width={960}
      height="min(810px, 90vh)"
      title={<Title form={form} isNew={stored === undefined} isReadOnly={isReadOnly} />}
      onClose={onClose}
      dirty={form.isChanged}
      footerNote={
        <span className={styles.foot}>
          <Owners form={form} isReadOnly={isReadOnly} />
          {isReadOnly ? TEXTS[draft.type].readOnly : null}
          {failure ? (
            <span className={styles.problem} role="alert">
              {failure}
            </span>
          ) : missing.length > 0 && !isReadOnly ? (
            <span role="status">{t("Still missing: {fields}", { fields: list(missing, "commas") })}</span>
          ) : null}
        </span>
      }
      primary={{
        label: TEXTS[draft.type].save,
        onClick: () => void form.save(),
        loading: form.isBusy,
        disabled: isReadOnly || missing.length > 0 || (stored !== undefined && !form.isChanged),
      }}
    >
      <div className={styles.halves}>
        <ConfigProvider componentDisabled={isReadOnly}>
          <fieldset ref={main} className={styles.main} disabled={isReadOnly}>
            <Condition form={form} test={test} isReadOnly={isReadOnly} />
            <ScheduleSection form={form} />
            <Content form={form} />
            <Recipients form={form} />
          </fieldset>
        </ConfigProvider>
        <aside className={styles.aside} aria-label={t("Preview")}>
          {draft.type === "Alert" ? (
            <Preview draft={draft} test={test} isReadOnly={isReadOnly} />
          ) : (
            <NextRuns crontab={draft.crontab} timezone={draft.timezone} />
          )}
          {stored ? <LastRuns id={stored.id} kind={draft.type} /> : null}
        </aside>
      </div>
    </Dialog>
  );
}

function Preview({ draft, test, isReadOnly }: { draft: Draft; test: AlertTest; isReadOnly: boolean }) {
  if (draft.assertions) return <NextRuns crontab={draft.crontab} timezone={draft.timezone} />;
  return (
    <>
      {can("can_write", "ReportSchedule") && !draft.byValue ? <Backtest draft={draft} /> : null}
      {isReadOnly ? null : <TestResult test={test} />}
    </>
  );
}

interface TitleProps {
  form: ReportForm;
  isNew: boolean;
  isReadOnly: boolean;
}

function Title({ form: { draft, change }, isNew, isReadOnly }: TitleProps) {
  const id = useId();
  const kinds = (["Alert", "Report"] as const).map((value) => ({
    value,
    label: value === "Alert" ? t("Alert") : t("Report"),
    disabled: !isNew && value !== draft.type,
  }));
  return (
    <span className={styles.title}>
      <Bell size={16} aria-hidden />
      <span className={styles.name}>{draft.name.trim() || TEXTS[draft.type].create}</span>
      <Segmented label={t("Type")} value={draft.type} options={kinds} onChange={(type) => change({ type })} />
      <span className={styles.active}>
        <label htmlFor={id}>{t("Active")}</label>
        <Switch
          id={id}
          size="small"
          disabled={isReadOnly}
          checked={draft.active}
          onChange={(active) => change({ active })}
        />
      </span>
    </span>
  );
}
