import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { show } from "../../api/report/contract.ts";
import { t } from "../../i18n/translate.ts";
import { readJson } from "../../model/json-text.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import styles from "./alerts.module.css";
import { ChannelIcons, missingText } from "./report-labels.tsx";
import { useMissingChannels } from "./use-channels.ts";

interface SendNowProps {
  report: { id: number; name: string };
  onSend(): Promise<void>;
  onClose(): void;
}

/** Asks before a report is sent, and says to whom. */
export function SendNow({ report: { id, name }, onSend, onClose }: SendNowProps) {
  const [isSending, setIsSending] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["report", id, "recipients"],
    queryFn: ({ signal }) => call(show, { params: { id } }, { signal }),
  });
  const targets = data ? targetsOf(data.result.recipients ?? []) : undefined;
  const missing = useMissingChannels((targets ?? []).map(({ type }) => type));
  const reached = (targets ?? []).filter(({ type }) => !missing.some((one) => one === type));
  const send = async () => {
    setIsSending(true);
    await onSend();
    onClose();
  };
  return (
    <Dialog
      open
      title={t("Send “{name}” now?", { name })}
      onClose={onClose}
      primary={{
        label: t("Send now"),
        disabled: reached.length === 0,
        loading: isSending,
        onClick: () => void send(),
      }}
    >
      {error ? <p role="alert">{toApiError(error).message}</p> : null}
      {targets === undefined && !error ? <SkeletonLines lines={2} /> : null}
      {missing.length > 0 ? (
        <div role="alert" className={styles.cause}>
          <Pill tone="warning">{t("Can't be delivered")}</Pill>
          <span>{missingText(missing)}</span>
        </div>
      ) : null}
      {targets?.length === 0 ? <p>{t("This report has no recipients. Edit it to add some.")}</p> : null}
      {reached.length > 0 ? <Targets targets={reached} /> : null}
    </Dialog>
  );
}

interface Target {
  type: string;
  to: string;
}

function Targets({ targets }: { targets: readonly Target[] }) {
  return (
    <>
      <p>
        {t("{count, plural, one {It is sent to one recipient:} other {It is sent to # recipients:}}", {
          count: targets.length,
        })}
      </p>
      <ul className={styles.targets}>
        {targets.map(({ type, to }) => (
          <li key={`${type} ${to}`}>
            <ChannelIcons types={[type]} />
            <bdi>{to}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

interface StoredRecipient {
  type: string;
  recipient_config_json: string;
}

const FIELDS = ["target", "ccTarget", "bccTarget"];

function targetsOf(recipients: readonly StoredRecipient[]): Target[] {
  return recipients.flatMap(({ type, recipient_config_json }) => {
    const config = readJson(recipient_config_json || "{}") as Record<string, unknown>;
    const texts = FIELDS.flatMap((field) => String(config[field] ?? "").split(/[,;\n]/));
    return texts.flatMap((text) => (text.trim() ? [{ type, to: text.trim() }] : []));
  });
}
