import { Input } from "antd";
import { useRef, useState } from "react";
import { createKey } from "../../api/security/api-keys-contract.ts";
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
const LIVES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "", label: "No end" },
] as const;

interface KeyFields {
  name: string;
  /** Days from now; none: for good. */
  expires_on: (typeof LIVES)[number]["value"];
}

interface KeyBody {
  name: string;
  expires_on: string | null;
}

/** The moment is of the save: here the days tell one choice from another. */
const bodyOf = ({ name, expires_on }: KeyFields): KeyBody => ({ name: name.trim(), expires_on: expires_on || null });

async function makeKey({ name, expires_on: days }: KeyBody): Promise<string> {
  const expires_on = days ? new Date(nowMs() + Number(days) * DAY_MS).toISOString() : null;
  return (await call(createKey, { body: { name, expires_on } })).result.key;
}

/** Makes a key and shows it, this once. */
export function NewKey({ onClose }: { onClose(): void }) {
  const [made, setMade] = useState<{ name: string; key: string }>();
  const key = useRef("");
  const form = useRecordForm<KeyFields, KeyBody>({
    id: undefined,
    initial: { name: "", expires_on: "90" },
    toBody: bodyOf,
    required: ["name"],
    create: async (body) => {
      key.current = await makeKey(body);
    },
    update: async () => undefined,
    listKey: KEYS,
    onSaved: ({ name }) => setMade({ name: name.trim(), key: key.current }),
  });
  if (made) return <MadeKey name={made.name} made={made.key} onClose={onClose} />;
  const { fields, change, problems } = form;
  return (
    <FormDialog title="New API key" verb="Create key" form={form} onClose={onClose}>
      <Field label="Name *" problem={problems.name} hint="What uses it, to tell it from others: “nightly export”.">
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
      <Field label="Ends after" problem={problems.expires_on}>
        {() => (
          <Segmented
            label="Ends after"
            value={fields.expires_on}
            options={LIVES}
            onChange={(expires_on) => change({ expires_on })}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function MadeKey({ name, made: key, onClose }: { name: string; made: string; onClose(): void }) {
  return (
    <Dialog
      open
      title={`API key “${name}”`}
      cancelLabel="Close"
      primary={{ label: "Copy key", onClick: () => void copyWithToast(key) }}
      onClose={onClose}
    >
      <p>Copy the key now: it is shown this once, and nobody can look it up later.</p>
      <Input
        aria-label="API key"
        readOnly
        value={key}
        className={styles.secret}
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  );
}
