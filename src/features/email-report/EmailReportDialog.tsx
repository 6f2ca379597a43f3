import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Checkbox, Input, InputNumber } from "antd";
import { useState } from "react";
import * as report from "../../api/report/contract.ts";
import { userZone } from "../../i18n/browser-zone.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import type { ReportExtra } from "../../model/report.ts";
import { Field } from "../../ui/Field.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { call } from "../../web/client/client.ts";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { LoadingDialog } from "../../web/dialogs/LoadingDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { useUser } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { saveWithConfirm } from "../overwrite/index.ts";
import { NextRun, ScheduleField } from "../schedule/index.ts";
import styles from "./email-report.module.css";
import { FORMATS, type Format, METHODS, refreshReports, type Sent } from "./email-report.ts";

interface Fields {
  name: string;
  description: string;
  crontab: string;
  timezone: string;
  report_format: Format;
  custom_width: number | null;
  extra: ReportExtra;
}

interface DialogProps {
  sent: Sent;
  onClose(): void;
}

export function NewEmailReport({ sent, onClose }: DialogProps) {
  const [now] = useState(() => sent.now?.());
  const initial: Fields = {
    ...{ name: sent.name.slice(0, 150), description: "", crontab: "0 8 * * 1", timezone: userZone() },
    ...{ report_format: "PNG", custom_width: null, extra: now?.words ? { dashboard: now.state } : {} },
  };
  return (
    <Form title={t("Set up an email report")} sent={sent} initial={initial} stateWords={now?.words} onClose={onClose} />
  );
}

export function EditEmailReport({ sent, id, onClose }: DialogProps & { id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["report", id, "mail"],
    queryFn: ({ signal }) => loadReport(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const title = t("Edit email report");
  if (!data) return <LoadingDialog title={title} error={error} onRetry={refetch} onClose={onClose} />;
  return <Form title={title} sent={sent} stored={{ id, state: data.state }} initial={data.initial} onClose={onClose} />;
}

async function loadReport(id: number, signal: AbortSignal): Promise<{ initial: Fields; state: string | undefined }> {
  const read: { state?: string } = {};
  const onState = (state: string) => {
    read.state = state;
  };
  const { result } = await call(report.show, { params: { id } }, { signal, onState });
  const { name = "", description, crontab = "", timezone = "UTC", report_format = "PNG", custom_width, extra } = result;
  const texts = { name, description: description ?? "", crontab, timezone, report_format };
  return {
    initial: { ...texts, custom_width: custom_width ?? null, extra: (extra ?? {}) as ReportExtra },
    state: read.state,
  };
}

interface FormProps extends DialogProps {
  title: string;
  stored?: { id: number; state: string | undefined };
  initial: Fields;
  stateWords?: string | undefined;
}

const recipientText = (email: string, noun: Sent["noun"]) =>
  noun === "chart" ? t("Sent to {email}, using the saved chart.", { email }) : t("Sent to {email}.", { email });

function Form({ title, sent, stored, initial, stateWords, onClose }: FormProps) {
  const { email } = useUser();
  const queries = useQueryClient();
  const { noun } = sent;
  const form = useRecordForm<Fields, report.UpdateReport>({
    id: stored?.id,
    initial: initial,
    toBody: ({ description, ...fields }) => ({ ...fields, description: description.trim() || null }),
    required: ["name", "crontab"],
    create: (body) => {
      const about = { type: "Report", creation_method: METHODS[noun], [noun]: sent.id } as const;
      return call(report.create, { body: { ...body, ...about } as report.CreateReport });
    },
    update: (id, body) =>
      saveWithConfirm({ noun: "report", id: Number(id) }, stored?.state, (basedOn) =>
        call(report.update, { params: { id: Number(id) }, body }, { basedOn }),
      ),
    listKey: "email-report",
    onSaved: async () => {
      toast.success(stored ? t("Report updated") : t("The report has been created"));
      await refreshReports(queries);
      onClose();
    },
  });
  return (
    <FormDialog
      title={title}
      verb={stored ? t("Save report") : t("Create report")}
      form={form}
      footerNote={email ? recipientText(email, noun) : undefined}
      onClose={onClose}
    >
      <Controls form={form} noun={noun} stateWords={stateWords} state={initial.extra} />
    </FormDialog>
  );
}

interface ControlsProps {
  form: ReturnType<typeof useRecordForm<Fields, report.UpdateReport>>;
  noun: Sent["noun"];
  stateWords: string | undefined;
  state: ReportExtra;
}

function Controls({ form: { fields, change, problems }, noun, stateWords, state }: ControlsProps) {
  const isImage = fields.report_format === "PNG" || fields.report_format === "PDF";
  return (
    <>
      <Field label={t("Name *")} problem={problems.name}>
        {(of) => (
          <Input
            id={of}
            maxLength={150}
            value={fields.name}
            status={problems.name ? "error" : ""}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Description")} problem={problems.description}>
        {(of) => (
          <Input id={of} value={fields.description} onChange={(event) => change({ description: event.target.value })} />
        )}
      </Field>
      <div className={styles.group}>
        <h3 className={styles.label}>{t("Schedule")}</h3>
        <ScheduleField
          crontab={fields.crontab}
          timezone={fields.timezone}
          problems={{ crontab: problems.crontab, timezone: problems.timezone }}
          onChange={change}
        />
        <p className={styles.hint}>
          <NextRun crontab={fields.crontab} timezone={fields.timezone} />
        </p>
      </div>
      <div className={styles.group}>
        <h3 className={styles.label}>{t("Message content")}</h3>
        <div className={styles.line}>
          <Segmented
            label={t("Message content")}
            options={FORMATS[noun]}
            value={fields.report_format}
            onChange={(report_format) => change({ report_format })}
          />
          {isImage ? (
            <InputNumber
              aria-label={t("Width")}
              className={styles.width}
              controls={false}
              precision={0}
              prefix={t("Width")}
              placeholder={t("Default")}
              suffix={t("px")}
              value={fields.custom_width}
              status={problems.custom_width ? "error" : ""}
              onChange={(custom_width) => change({ custom_width })}
            />
          ) : null}
        </div>
        {[problems.custom_width, problems.extra].map((problem) =>
          problem ? (
            <p key={problem} className={styles.problem} role="alert">
              {problem}
            </p>
          ) : null,
        )}
        {noun === "dashboard" && (stateWords || state.dashboard) ? (
          <Checkbox
            className={styles.check}
            checked={fields.extra.dashboard !== undefined}
            onChange={(event) => change({ extra: event.target.checked ? state : {} })}
          >
            {stateWords
              ? rich("With current selections: <strong>{words}</strong>", {
                  words: stateWords,
                  strong: (text) => <strong>{text}</strong>,
                })
              : t("With the saved tab and filters")}
          </Checkbox>
        ) : null}
      </div>
    </>
  );
}
