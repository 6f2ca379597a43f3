import { Input, InputNumber, Switch } from "antd";
import { type KeyboardEvent, useId } from "react";
import { t } from "../../../i18n/translate.ts";
import { isEnterInField } from "../../../ui/enter.ts";
import { Field } from "../../../ui/Field.tsx";
import { PasswordInput } from "../../../ui/PasswordInput.tsx";
import { Segmented } from "../../../ui/Segmented.tsx";
import { AllowLocation } from "./AllowLocation.tsx";
import styles from "./Connect.module.css";
import {
  type Allowable,
  type Draft,
  type EngineChoice,
  type FormField,
  locationOf,
  type ParameterValue,
} from "./draft.ts";
import { TunnelFields } from "./TunnelFields.tsx";
import type { ConnectionForm } from "./use-connection.ts";

const METHODS = [
  { value: "dynamic_form", label: t("Form") },
  { value: "sqlalchemy_form", label: t("Connection string") },
] as const;

export interface ConnectionFieldsProps {
  choice: EngineChoice;
  form: Pick<ConnectionForm, "draft" | "problems" | "change" | "leave">;
  /** By Enter in a field. */
  onSubmit(): void;
}

export function ConnectionFields({ choice, form, onSubmit }: ConnectionFieldsProps) {
  const { draft, problems, change: onChange, leave: onLeave } = form;
  const set = (name: string, value: ParameterValue) =>
    onChange({ ...draft, parameters: { ...draft.parameters, [name]: value } });
  const handleKey = (event: KeyboardEvent) => {
    if (!isEnterInField(event)) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles a key that bubbles up from fields
    <div onKeyDown={handleKey}>
      <div className={styles.method}>
        <Segmented
          label={t("How to connect")}
          value={draft.method}
          options={METHODS}
          onChange={(method) => onChange({ ...draft, method })}
        />
      </div>
      <Field label={t("Display name *")} problem={problems.fields.database_name} hint={t("Shown in lists and menus.")}>
        {(id) => (
          <Input
            id={id}
            maxLength={250}
            value={draft.name}
            status={problems.fields.database_name ? "error" : ""}
            onChange={(event) => onChange({ ...draft, name: event.target.value })}
            onBlur={() => onLeave("database_name")}
          />
        )}
      </Field>
      {draft.method === "sqlalchemy_form" ? (
        <ConnectionStringField
          draft={draft}
          choice={choice}
          problem={problems.fields.sqlalchemy_uri}
          onChange={(uri) => onChange({ ...draft, uri })}
        />
      ) : (
        <div className={styles.fields}>
          {choice.fields.map((field) => (
            <Parameter
              key={field.name}
              field={field}
              value={draft.parameters[field.name] ?? null}
              problem={problems.fields[field.name]}
              allow={problems.allow}
              hint={field.name === "database" && locationOf(choice) === "file" ? FILE_HINT : HINTS[field.name]}
              onChange={(value) => set(field.name, value)}
              onLeave={() => onLeave(field.name)}
            />
          ))}
        </div>
      )}
      {choice.supportsTunnel ? <TunnelFields form={form} /> : null}
      {problems.rest.length > 0 ? (
        <div className={styles.problem} role="alert">
          {problems.rest.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
      ) : null}
    </div>
  );
}

interface ConnectionStringFieldProps {
  draft: Draft;
  choice: EngineChoice;
  problem: string | undefined;
  onChange(uri: string): void;
}

function ConnectionStringField({ draft, choice, problem, onChange }: ConnectionStringFieldProps) {
  return (
    <Field
      label={t("Connection string *")}
      problem={problem}
      hint={t("SQLAlchemy URI. Leave XXXX to keep the stored password.")}
    >
      {(id) => (
        <Input.TextArea
          id={id}
          autoSize={{ minRows: 2, maxRows: 6 }}
          spellCheck={false}
          className={styles.code}
          placeholder={choice.placeholder}
          value={draft.uri}
          status={problem ? "error" : ""}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface ParameterProps {
  field: FormField;
  value: ParameterValue;
  problem: string | undefined;
  allow: Allowable | undefined;
  hint: string | undefined;
  onChange(value: ParameterValue): void;
  onLeave(): void;
}

const NARROW = new Set(["port", "username", "password", "warehouse", "role"]);

const HINTS: Readonly<Record<string, string>> = {
  credentials_info: t("Service account key (JSON)."),
};

const FILE_HINT = t(
  "Path on the server. A name alone means a file in the server's home folder; other folders have to be allowed under Connection rules.",
);

const ALLOWED_BY = { host: "host", folder: "database" } as const;

function Parameter({ field, value, problem, allow, hint, onChange, onLeave }: ParameterProps) {
  const switchId = useId();
  if (field.kind === "switch") {
    return (
      <div className={styles.switch} data-wide>
        <Switch id={switchId} size="small" checked={value === true} onChange={onChange} />
        <label htmlFor={switchId}>{field.label}</label>
      </div>
    );
  }
  return (
    <div data-wide={!NARROW.has(field.name)} data-name={field.name}>
      <Field label={field.required ? `${field.label} *` : field.label} problem={problem} hint={hint}>
        {(id) => <Control id={id} {...{ field, value, onChange, onLeave }} isWrong={problem !== undefined} />}
      </Field>
      {problem && allow && ALLOWED_BY[allow.kind] === field.name ? (
        <AllowLocation allow={allow} onAllowed={onLeave} />
      ) : null}
    </div>
  );
}

interface ControlProps extends Omit<ParameterProps, "problem" | "allow" | "hint"> {
  id: string;
  isWrong: boolean;
}

/** antd sets the direction by a class, which a `dir` doesn't change. */
const ADDRESS = { direction: "ltr" } as const;

function Control({ id, field, value, isWrong, onChange, onLeave }: ControlProps) {
  const common = { id, status: isWrong ? ("error" as const) : ("" as const), onBlur: onLeave };
  const text = value === null ? "" : String(value);
  switch (field.kind) {
    case "number":
      return (
        <InputNumber
          {...common}
          className={styles.number}
          controls={false}
          value={typeof value === "number" ? value : null}
          onChange={(next) => onChange(next)}
        />
      );
    case "password":
      return (
        <PasswordInput
          {...common}
          autoComplete="new-password"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "area":
      return (
        <Input.TextArea
          {...common}
          rows={5}
          spellCheck={false}
          className={styles.code}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    default:
      return (
        <Input
          {...common}
          autoComplete="off"
          spellCheck={false}
          style={text === "" ? {} : ADDRESS}
          placeholder={field.placeholder}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
