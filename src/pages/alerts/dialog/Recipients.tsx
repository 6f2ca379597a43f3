import { useQuery } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import * as report from "../../../api/report/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { Field } from "../../../ui/Field.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { call } from "../../../web/client/client.ts";
import { CHANNELS, type Channel } from "../report-labels.tsx";
import { ChannelWarning } from "./ChannelWarning.tsx";
import styles from "./dialog.module.css";
import type { RecipientDraft } from "./draft.ts";
import type { ReportForm } from "./use-report-form.ts";

export function Recipients({ form }: { form: ReportForm }) {
  const { draft, change, problems } = form;
  const { recipients } = draft;
  const nextKey = useRef(-1);
  const write = (key: number, part: Partial<RecipientDraft>) =>
    change({ recipients: recipients.map((one) => (one.key === key ? { ...one, ...part } : one)) });
  const add = () => {
    const empty = { key: nextKey.current--, type: "Email" as const, to: [], cc: [], bcc: [] };
    change({ recipients: [...recipients, empty] });
  };
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t("Send to")}</h3>
      {recipients.map((recipient, index) => (
        <RecipientRow
          key={recipient.key}
          recipient={recipient}
          problems={problemsOf(problems, index)}
          onChange={(part) => write(recipient.key, part)}
          onRemove={() => change({ recipients: recipients.filter(({ key }) => key !== recipient.key) })}
        />
      ))}
      {problems.recipients ? (
        <p className={styles.problem} role="alert">
          {problems.recipients}
        </p>
      ) : null}
      <Button type="text" icon={<Plus size={16} />} className={styles.add} onClick={add}>
        {t("Add recipient")}
      </Button>
      {recipients.some(({ type }) => type === "Email") ? (
        <Field label={t("Subject")} problem={problems.email_subject}>
          {(of) => (
            <Input
              id={of}
              maxLength={255}
              placeholder={draft.name}
              value={draft.email_subject}
              status={problems.email_subject ? "error" : ""}
              onChange={(event) => change({ email_subject: event.target.value })}
            />
          )}
        </Field>
      ) : null}
    </section>
  );
}

function problemsOf(problems: Readonly<Record<string, string>>, index: number): Readonly<Record<string, string>> {
  const start = `recipients.${index}.`;
  const own = Object.entries(problems).filter(([name]) => name.startsWith(start));
  return Object.fromEntries(own.map(([name, text]) => [name.slice(start.length), text]));
}

interface RecipientRowProps {
  recipient: RecipientDraft;
  problems: Readonly<Record<string, string>>;
  onChange(part: Partial<RecipientDraft>): void;
  onRemove(): void;
}

function RecipientRow({ recipient, problems, onChange, onRemove }: RecipientRowProps) {
  const { type } = recipient;
  const [hadCopies] = useState(recipient.cc.length + recipient.bcc.length > 0);
  const [hasCopies, setCopies] = useState(hadCopies);
  const kinds: Channel[] = ["Email", type === "SlackV2" ? "SlackV2" : "Slack", "Webhook"];
  return (
    <fieldset className={styles.recipient} aria-label={t("{channel} recipient", { channel: CHANNELS[type].label })}>
      <div className={styles.to}>
        <Select
          aria-label={t("Channel")}
          className={styles.channel}
          value={type}
          options={kinds.map((value) => ({ value, label: <ChannelName type={value} /> }))}
          onChange={(next) => onChange({ type: next, to: [], cc: [], bcc: [] })}
        />
        <Target recipient={recipient} isInvalid={problems.target !== undefined} onChange={onChange} />
        {type === "Email" && !hasCopies ? (
          <Button type="link" size="small" onClick={() => setCopies(true)}>
            {t("Cc, Bcc")}
          </Button>
        ) : null}
        <IconButton label={t("Remove recipient")} icon={<Trash2 size={16} />} onClick={onRemove} />
      </div>
      {type === "Email" && hasCopies ? <Copies recipient={recipient} isNew={!hadCopies} onChange={onChange} /> : null}
      {Object.values(problems).map((text) => (
        <p key={text} className={styles.problem} role="alert">
          {text}
        </p>
      ))}
      <ChannelWarning type={type} />
    </fieldset>
  );
}

function ChannelName({ type }: { type: Channel }) {
  const { label, icon: Icon } = CHANNELS[type];
  return (
    <span className={styles.channelName}>
      <Icon size={14} aria-hidden />
      {label}
    </span>
  );
}

type PartProps = Pick<RecipientRowProps, "recipient" | "onChange">;

function Target({ recipient: { type, to }, isInvalid, onChange }: PartProps & { isInvalid: boolean }) {
  const status = isInvalid ? "error" : "";
  switch (type) {
    case "Webhook":
      return (
        <Input
          type="url"
          aria-label={t("Webhook URL")}
          placeholder="https://"
          status={status}
          value={to[0] ?? ""}
          onChange={(event) => onChange({ to: [event.target.value.trim()] })}
        />
      );
    case "Email":
      return (
        <Addresses label={t("To##recipients")} value={to} status={status} onChange={(next) => onChange({ to: next })} />
      );
    case "Slack":
    case "SlackV2":
      return <SlackChannels value={to} status={status} onChange={(next) => onChange({ to: next })} />;
  }
}

interface TagsProps {
  value: readonly string[];
  status: "" | "error";
  onChange(value: string[]): void;
}

const SEPARATORS = [",", ";", " ", "\n"];

function Addresses({ label, value, status, isFirst, onChange }: TagsProps & { label: string; isFirst?: boolean }) {
  return (
    <Select
      mode="tags"
      aria-label={label}
      className={styles.targets}
      autoFocus={isFirst}
      placeholder="name@example.org"
      open={false}
      suffixIcon={null}
      tokenSeparators={SEPARATORS}
      status={status}
      value={[...value]}
      onChange={onChange}
    />
  );
}

function SlackChannels({ value, status, onChange }: TagsProps) {
  const { data } = useQuery({
    queryKey: ["report", "slack-channels"],
    queryFn: async ({ signal }) => (await call(report.slackChannels, {}, { signal })).result,
  });
  return (
    <Select
      mode="tags"
      aria-label={t("Channels")}
      className={styles.targets}
      suffixIcon={null}
      placeholder="#channel"
      tokenSeparators={SEPARATORS}
      status={status}
      value={[...value]}
      options={(data ?? []).map(({ id, name }) => ({ value: id, label: `#${name}` }))}
      notFoundContent={null}
      onChange={onChange}
    />
  );
}

function Copies({ recipient: { cc, bcc }, isNew, onChange }: PartProps & { isNew: boolean }) {
  return (
    <>
      <div className={styles.copy}>
        <span>{t("Cc")}</span>
        <Addresses label={t("Cc")} value={cc} status="" isFirst={isNew} onChange={(next) => onChange({ cc: next })} />
      </div>
      <div className={styles.copy}>
        <span>{t("Bcc")}</span>
        <Addresses label={t("Bcc")} value={bcc} status="" onChange={(next) => onChange({ bcc: next })} />
      </div>
    </>
  );
}
