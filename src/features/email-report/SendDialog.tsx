import { useQuery } from "@tanstack/react-query";
import { Checkbox, Input } from "antd";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import * as report from "../../api/report/contract.ts";
import { browserZone } from "../../i18n/browser-zone.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { useUser } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./email-report.module.css";
import { FORMATS, type Format, type Sent } from "./email-report.ts";

interface SendDialogProps {
  sent: Sent;
  onClose(): void;
}

/** Sends the dashboard or chart once, without a report. */
export function SendDialog({ sent, onClose }: SendDialogProps) {
  const { noun, name } = sent;
  const [now] = useState(() => sent.now?.());
  const form = useSendForm(sent, { state: now?.words ? { dashboard: now.state } : undefined, onClose });
  const missing = useMissingMailServer();
  const { fields, problems, change } = form;
  return (
    <Dialog
      open
      title={
        noun === "chart" ? t("Send chart “{name}” by email", { name }) : t("Send dashboard “{name}” by email", { name })
      }
      onClose={onClose}
      dirty={fields.target !== "" || fields.message !== ""}
      primary={{
        label: t("Send"),
        loading: form.busy,
        disabled: missing !== undefined,
        onClick: () => void form.submit(),
      }}
      footerNote={noun === "chart" ? t("Sent as the chart is saved.") : undefined}
    >
      {missing === undefined ? null : <NoMailServer setting={missing} />}
      <Field label={t("To *")} problem={problems.target} hint={t("Email addresses separated by commas")}>
        {(id) => (
          <Input
            id={id}
            dir={fields.target === "" ? undefined : "ltr"}
            autoComplete="off"
            status={problems.target ? "error" : ""}
            value={fields.target}
            onChange={(event) => change({ target: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Subject")} problem={problems.email_subject}>
        {(id) => (
          <Input
            id={id}
            maxLength={255}
            placeholder={name}
            value={fields.subject}
            onChange={(event) => change({ subject: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Message")} problem={problems.context_markdown}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={10_000}
            value={fields.message}
            onChange={(event) => change({ message: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.group}>
        <Segmented
          label={t("Message content")}
          options={FORMATS[noun]}
          value={fields.format}
          onChange={(format) => change({ format })}
        />
        {now?.words ? (
          <Checkbox
            className={styles.check}
            checked={fields.withState}
            onChange={(event) => change({ withState: event.target.checked })}
          >
            {rich("With current selections: <strong>{words}</strong>", {
              words: now.words,
              strong: (text) => <strong>{text}</strong>,
            })}
          </Checkbox>
        ) : null}
      </div>
    </Dialog>
  );
}

interface SendOptions {
  state: report.SendOnce["extra"];
  onClose(): void;
}

function useSendForm({ noun, id, name }: Sent, { state, onClose }: SendOptions) {
  const { email } = useUser();
  const [fields, setFields] = useState({
    ...{ target: "", subject: "", message: "", withState: true },
    format: "PNG" as Format,
  });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (fields.target.trim() === "") return setProblems({ target: t("This is a required field") });
    setBusy(true);
    try {
      const body = {
        [noun]: id,
        recipients: { target: fields.target },
        report_format: fields.format,
        email_subject: fields.subject.trim() || null,
        context_markdown: fields.message.trim() || null,
        timezone: browserZone(),
        ...(state && fields.withState ? { extra: state } : {}),
      };
      await call(report.send, { body });
      toast.success(
        email ? t("Sending {name}. If it fails, you get an email.", { name }) : t("Sending {name} by email", { name }),
      );
      onClose();
    } catch (error) {
      setProblems(problemsOf(error));
      setBusy(false);
    }
  };
  const change = (changes: Partial<typeof fields>) => {
    setFields((before) => ({ ...before, ...changes }));
    setProblems({});
  };
  return { fields, problems, busy, change, submit };
}

/** Those of fields that aren't shown, such as a deleted chart, are at the recipients. */
function problemsOf(error: unknown): Record<string, string> {
  const { fields, message } = toApiError(error);
  const shown = Object.entries(fields).filter(([name]) => name === "email_subject" || name === "context_markdown");
  return shown.length > 0
    ? Object.fromEntries(shown.map(([name, texts]) => [name, texts.join(" ")]))
    : { target: message };
}

/** The setting that the server lacks to send mail. */
function useMissingMailServer(): string | undefined {
  const { data } = useQuery({
    queryKey: ["report", "channels"],
    queryFn: async ({ signal }) => (await call(report.channels, {}, { signal })).result,
  });
  return data && !data.Email.available ? (data.Email.missing ?? "TESSERA_SMTP_URL") : undefined;
}

function NoMailServer({ setting }: { setting: string }) {
  return (
    <p className={styles.notice} role="note">
      <TriangleAlert size={16} aria-hidden />
      <span>{t("No mail server is set up. An administrator can set {setting}.", { setting })}</span>
    </p>
  );
}
