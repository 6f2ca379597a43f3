import { Input, InputNumber, Switch } from "antd";
import { useId } from "react";
import { t } from "../../../i18n/translate.ts";
import { Field } from "../../../ui/Field.tsx";
import { PasswordInput } from "../../../ui/PasswordInput.tsx";
import { Segmented } from "../../../ui/Segmented.tsx";
import styles from "./Connect.module.css";
import { NEW_TUNNEL, type TunnelDraft, tunnelField } from "./tunnel.ts";
import type { ConnectionForm } from "./use-connection.ts";

const AUTH_METHODS = [
  { value: "password", label: t("Password") },
  { value: "private_key", label: t("Private key") },
] as const;

interface TunnelFieldsProps {
  form: Pick<ConnectionForm, "draft" | "problems" | "change" | "leave">;
}

export function TunnelFields({ form }: TunnelFieldsProps) {
  const { draft, change } = form;
  const switchId = useId();
  const hintId = useId();
  return (
    <>
      <div className={styles.switch}>
        <Switch
          id={switchId}
          size="small"
          checked={Boolean(draft.tunnel)}
          aria-describedby={hintId}
          onChange={(isOn) => change({ ...draft, tunnel: isOn ? NEW_TUNNEL : null })}
        />
        <label htmlFor={switchId}>{t("SSH tunnel")}</label>
      </div>
      <p id={hintId} className={styles.tunnelHint}>
        {t("Connect through an SSH server. The host above is resolved from that server.")}
      </p>
      {draft.tunnel ? <Fields form={form} tunnel={draft.tunnel} /> : null}
    </>
  );
}

function Fields({ form, tunnel }: TunnelFieldsProps & { tunnel: TunnelDraft }) {
  const { draft, problems, change, leave } = form;
  const set = (changes: Partial<TunnelDraft>) => change({ ...draft, tunnel: { ...tunnel, ...changes } });
  const common = (name: keyof TunnelDraft, id: string) => ({
    id,
    status: problems.fields[tunnelField(name)] ? ("error" as const) : ("" as const),
    onBlur: () => leave(tunnelField(name)),
  });
  const text = (name: Exclude<keyof TunnelDraft, "server_port" | "by">, id: string) => ({
    ...common(name, id),
    value: tunnel[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  const problem = (name: keyof TunnelDraft) => problems.fields[tunnelField(name)];
  return (
    <section className={styles.tunnel} aria-label={t("SSH tunnel")}>
      <div className={styles.fields}>
        <Field label={t("SSH host *")} problem={problem("server_address")}>
          {(id) => (
            <Input
              {...text("server_address", id)}
              autoComplete="off"
              spellCheck={false}
              placeholder={t("e.g. bastion.example.com")}
            />
          )}
        </Field>
        <Field label={t("SSH port *")} problem={problem("server_port")}>
          {(id) => (
            <InputNumber
              {...common("server_port", id)}
              className={styles.number}
              controls={false}
              precision={0}
              value={tunnel.server_port}
              onChange={(server_port) => set({ server_port })}
            />
          )}
        </Field>
        <div data-wide="true">
          <Field label={t("SSH username *")} problem={problem("username")}>
            {(id) => <Input {...text("username", id)} autoComplete="off" spellCheck={false} />}
          </Field>
        </div>
      </div>
      <div className={styles.method}>
        <Segmented label={t("Sign in with")} value={tunnel.by} options={AUTH_METHODS} onChange={(by) => set({ by })} />
      </div>
      {tunnel.by === "password" ? (
        <Field label={t("SSH password *")} problem={problem("password")}>
          {(id) => <PasswordInput {...text("password", id)} autoComplete="new-password" />}
        </Field>
      ) : (
        <>
          <Field
            label={t("Private key *")}
            problem={problem("private_key")}
            hint={t("Contents of the key file, in OpenSSH or PEM format.")}
          >
            {(id) => (
              <Input.TextArea
                {...text("private_key", id)}
                autoSize={{ minRows: 3, maxRows: 8 }}
                spellCheck={false}
                className={styles.code}
              />
            )}
          </Field>
          <Field label={t("Key passphrase")} problem={problem("private_key_password")}>
            {(id) => <PasswordInput {...text("private_key_password", id)} autoComplete="new-password" />}
          </Field>
        </>
      )}
    </section>
  );
}
