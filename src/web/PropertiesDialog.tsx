import { useQuery } from "@tanstack/react-query";
import { Input, InputNumber, Switch } from "antd";
import { useId, useState } from "react";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { SkeletonLines } from "../ui/Skeleton.tsx";
import { type ApiError, saveProblem, toApiError } from "./errors.ts";
import { PeopleSelect, type PersonChoice } from "./PeopleSelect.tsx";
import styles from "./PropertiesDialog.module.css";
import { toast } from "./toasts.ts";

export type PropertyValue = string | number | boolean | null | readonly PersonChoice[];
export type Properties = Readonly<Record<string, PropertyValue>>;

export interface PropertyField {
  key: string;
  label: string;
  kind: "text" | "area" | "number" | "switch" | "people";
  required?: boolean;
  maxLength?: number;
  hint?: string;
  /** Choices of a people field for what was typed. */
  search?(text: string, signal: AbortSignal): Promise<PersonChoice[]>;
}

export interface PropertiesDialogProps {
  title: string;
  noun: string;
  fields: readonly PropertyField[];
  cacheKey: readonly unknown[];
  load(signal: AbortSignal): Promise<Properties>;
  save(values: Properties): Promise<void>;
  onClose(): void;
}

/** Properties of one thing as a form: loaded when opened, saved as a whole, problems at their fields. */
export function PropertiesDialog(props: PropertiesDialogProps) {
  const { title, noun, fields, cacheKey, load, save, onClose } = props;
  const loaded = useQuery({
    queryKey: [...cacheKey, "properties"],
    queryFn: ({ signal }) => load(signal),
    staleTime: 0,
    gcTime: 0,
  });
  const [changes, setChanges] = useState<Properties>({});
  const [error, setError] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const values = { ...loaded.data, ...changes };
  const missing = fields.filter((field) => field.required && `${values[field.key] ?? ""}`.trim() === "");
  const count = Object.keys(changes).length;

  const submit = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await save(values);
      toast.success(`Saved: ${noun}`);
      onClose();
    } catch (caught) {
      const known = toApiError(caught);
      if (known.kind !== "aborted") setError(known);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      dirty={count > 0}
      footerNote={count > 0 ? `${count} ${count === 1 ? "change" : "changes"}` : undefined}
      primary={{
        label: `Save ${noun}`,
        loading: busy,
        disabled: loaded.data === undefined || missing.length > 0 || count === 0,
        onClick: submit,
      }}
    >
      {loaded.error ? (
        <ErrorState
          compact
          title={toApiError(loaded.error).title}
          text={loaded.error.message}
          onRetry={loaded.refetch}
        />
      ) : loaded.data === undefined ? (
        <SkeletonLines lines={6} />
      ) : (
        fields.map((field) => (
          <Field
            key={field.key}
            field={field}
            value={values[field.key] ?? null}
            problem={
              error?.fields[field.key]?.join(" ") ?? (missing.includes(field) ? "This is a required field" : undefined)
            }
            onChange={(value) => setChanges({ ...changes, [field.key]: value })}
          />
        ))
      )}
      {error ? (
        <p className={styles.problem} role="alert">
          {saveProblem(error, noun)}
        </p>
      ) : null}
    </Dialog>
  );
}

interface ControlProps {
  field: PropertyField;
  value: PropertyValue;
  id: string;
  wrong: boolean;
  onChange(value: PropertyValue): void;
}

interface FieldProps {
  field: PropertyField;
  value: PropertyValue;
  problem: string | undefined;
  onChange(value: PropertyValue): void;
}

function Field({ field, value, problem, onChange }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {field.label}
        {field.required ? <span aria-hidden="true"> *</span> : null}
      </label>
      <Control field={field} value={value} id={id} onChange={onChange} wrong={problem !== undefined} />
      {problem ? <p className={styles.problem}>{problem}</p> : null}
      {field.hint ? <p className={styles.hint}>{field.hint}</p> : null}
    </div>
  );
}

function Control({ field, value, id, onChange, wrong }: ControlProps) {
  const status = wrong ? ("error" as const) : undefined;
  const text = typeof value === "string" ? value : "";
  switch (field.kind) {
    case "text":
      return (
        <Input
          id={id}
          value={text}
          status={status}
          maxLength={field.maxLength}
          onChange={(e) => onChange(e.target.value)}
        />
      );
    case "area":
      return (
        <Input.TextArea id={id} rows={3} value={text} status={status} onChange={(e) => onChange(e.target.value)} />
      );
    case "number":
      return (
        <InputNumber
          id={id}
          style={{ width: "100%" }}
          value={typeof value === "number" ? value : null}
          status={status}
          onChange={(next) => onChange(next)}
        />
      );
    case "switch":
      return <Switch id={id} size="small" checked={value === true} onChange={(next) => onChange(next)} />;
    case "people":
      return (
        <PeopleSelect
          id={id}
          value={Array.isArray(value) ? value : []}
          search={field.search ?? (async () => [])}
          onChange={onChange}
        />
      );
  }
}
