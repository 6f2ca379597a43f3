import { useQuery } from "@tanstack/react-query";
import { ConfigProvider, Switch } from "antd";
import { Bell } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import * as report from "../../../api/report/contract.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Segmented } from "../../../ui/Segmented.tsx";
import { call } from "../../../web/client/client.ts";
import { LoadingDialog } from "../../../web/dialogs/LoadingDialog.tsx";
import { can, useUser } from "../../../web/session/session.ts";
import { isOwn } from "../report-list.tsx";
import type { ReportKind } from "../report-words.tsx";
import { Condition } from "./Condition.tsx";
import { Content } from "./Content.tsx";
import styles from "./dialog.module.css";
import { type Draft, draftOf, newDraft } from "./draft.ts";
import { IfItHadRun } from "./IfItHadRun.tsx";
import { Owners } from "./Owners.tsx";
import { LastRuns, NextRuns } from "./Runs.tsx";
import { SendTo } from "./SendTo.tsx";
import { TestResult } from "./TestResult.tsx";
import { Times } from "./Times.tsx";
import { type ReportForm, type Stored, useReportForm } from "./use-report-form.ts";
import { type Trial, useTest } from "./use-test.ts";

export function NewReport({ kind, onClose }: { kind: ReportKind; onClose(): void }) {
  const { userId, firstName, lastName, email } = useUser();
  const me = { id: userId, name: `${firstName} ${lastName}`.trim(), email };
  return <Form kept={newDraft(kind, me)} isFixed={false} onClose={onClose} />;
}

export function OpenReport({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["report", id, "open"],
    queryFn: ({ signal }) => loadReport(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (!data)
    return <LoadingDialog title="Alert or report" width={960} error={error} onRetry={refetch} onClose={onClose} />;
  const isFixed = !can("can_write", "ReportSchedule") || !isOwn(data.detail.owners);
  return <Form stored={{ id, state: data.state }} kept={draftOf(data.detail)} isFixed={isFixed} onClose={onClose} />;
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
  kept: Draft;
  /** Only to be looked at. */
  isFixed: boolean;
  onClose(): void;
}

function Form({ stored, kept, isFixed, onClose }: FormProps) {
  const form = useReportForm({ stored, kept, onSaved: onClose });
  const test = useTest(form.draft);
  const { draft, problems, failure } = form;
  const noun = draft.type.toLowerCase();
  const main = useFirstProblem(problems);
  return (
    <Dialog
      open
      width={960}
      height="min(810px, 90vh)"
      title={<Title form={form} isNew={stored === undefined} isFixed={isFixed} />}
      onClose={onClose}
      dirty={form.isChanged}
      footerNote={
        <span className={styles.foot}>
          <Owners form={form} isFixed={isFixed} />
          {isFixed ? `Only its owners can change this ${noun}.` : null}
          {failure ? (
            <span className={styles.problem} role="alert">
              {failure}
            </span>
          ) : null}
        </span>
      }
      primary={{
        label: `Save ${noun}`,
        onClick: () => void form.save(),
        loading: form.isBusy,
        disabled: isFixed || (stored !== undefined && !form.isChanged),
      }}
    >
      <div className={styles.halves}>
        <ConfigProvider componentDisabled={isFixed}>
          <fieldset ref={main} className={styles.main} disabled={isFixed}>
            <Condition form={form} test={test} isFixed={isFixed} />
            <Times form={form} />
            <Content form={form} />
            <SendTo form={form} />
          </fieldset>
        </ConfigProvider>
        <aside className={styles.aside} aria-label="What it does">
          {draft.type === "Alert" ? (
            <Preview draft={draft} test={test} isFixed={isFixed} />
          ) : (
            <NextRuns crontab={draft.crontab} timezone={draft.timezone} />
          )}
          {stored ? <LastRuns id={stored.id} kind={draft.type} /> : null}
        </aside>
      </div>
    </Dialog>
  );
}

/** What the condition would have come to, for those who may ask. */
function Preview({ draft, test, isFixed }: { draft: Draft; test: Trial; isFixed: boolean }) {
  return (
    <>
      {can("can_write", "ReportSchedule") ? <IfItHadRun draft={draft} /> : null}
      {isFixed ? null : <TestResult test={test} />}
    </>
  );
}

/** Brings what is wrong into sight. */
function useFirstProblem(problems: Readonly<Record<string, string>>) {
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    place.current?.querySelector("[role=alert]")?.scrollIntoView?.({ block: "center" });
  }, [problems]);
  return place;
}

interface TitleProps {
  form: ReportForm;
  isNew: boolean;
  isFixed: boolean;
}

function Title({ form: { draft, change }, isNew, isFixed }: TitleProps) {
  const id = useId();
  const kinds = (["Alert", "Report"] as const).map((value) => ({
    value,
    label: value,
    disabled: !isNew && value !== draft.type,
  }));
  return (
    <span className={styles.title}>
      <Bell size={16} aria-hidden />
      <span className={styles.name}>{draft.name.trim() || `New ${draft.type.toLowerCase()}`}</span>
      <Segmented label="Kind" value={draft.type} options={kinds} onChange={(type) => change({ type })} />
      <span className={styles.active}>
        <label htmlFor={id}>Active</label>
        <Switch
          id={id}
          size="small"
          disabled={isFixed}
          checked={draft.active}
          onChange={(active) => change({ active })}
        />
      </span>
    </span>
  );
}
