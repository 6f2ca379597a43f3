import { Input } from "antd";
import { useRef, useState } from "react";
import { createKey } from "../../api/security/api-keys-contract.ts";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { call } from "../../web/client/client.ts";
import { nowMs } from "../../web/client/clock.ts";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { copyWithToast } from "../../web/toasts/clipboard.ts";
import { KEYS } from "./keys.ts";
import styles from "./user-info.module.css";

const DAY_MS = 86_400_000;
const LIFETIMES = [
  { value: "30", label: t("30 days") },
  { value: "90", label: t("90 days") },
  { value: "365", label: t("1 year") },
  { value: "", label: t("No expiration") },
] as const;

interface KeyFields {
  name: string;
  expires_on: (typeof LIFETIMES)[number]["value"];
}

interface KeyBody {
  name: string;
  expires_on: string | null;
}

/** The time is computed on save; until then the number of days identifies the choice. */
const bodyOf = ({ name, expires_on }: KeyFields): KeyBody => ({ name: name.trim(), expires_on: expires_on || null });

async function requestKey({ name, expires_on: days }: KeyBody): Promise<string> {
  const expires_on = days ? new Date(nowMs() + Number(days) * DAY_MS).toISOString() : null;
  return (await call(createKey, { body: { name, expires_on } })).result.key;
}

export function NewKey({ onClose }: { onClose(): void }) {
  const [created, setCreated] = useState<{ name: string; key: string }>();
  const key = useRef("");
  const form = useRecordForm<KeyFields, KeyBody>({
    id: undefined,
    initial: { name: "", expires_on: "90" },
    toBody: bodyOf,
    required: ["name"],
    create: async (body) => {
      key.current = await requestKey(body);
    },
    update: async () => undefined,
    listKey: KEYS,
    onSaved: ({ name }) => setCreated({ name: name.trim(), key: key.current }),
  });
  if (created) return <CreatedKey name={created.name} created={created.key} onClose={onClose} />;
  const { fields, change, problems } = form;
  return (
    <FormDialog title={t("New API key")} verb={t("Create key")} form={form} onClose={onClose}>
      <Field
        label={t("Name *")}
        problem={problems.name}
        hint={t("A name to recognize the key by, for example “nightly export”.")}
      >
        {(of) => (
          <Input
            id={of}
            maxLength={256}
            autoComplete="off"
            value={fields.name}
            status={problems.name ? "error" : ""}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Expires after")} problem={problems.expires_on}>
        {() => (
          <Segmented
            label={t("Expires after")}
            value={fields.expires_on}
            options={LIFETIMES}
            onChange={(expires_on) => change({ expires_on })}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function CreatedKey({ name, created: key, onClose }: { name: string; created: string; onClose(): void }) {
  return (
    <Dialog
      open
      title={t("API key “{name}”", { name })}
      cancelLabel={t("Close")}
      primary={{ label: t("Copy key"), onClick: () => void copyWithToast(key) }}
      onClose={onClose}
    >
      <p>{t("Copy the key now. It won't be shown again.")}</p>
      <Input
        aria-label={t("API key")}
        readOnly
        value={key}
        className={styles.secret}
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  );
}
