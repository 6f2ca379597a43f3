import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { toApiError } from "../client/errors.ts";

export type Problems<F> = Partial<Record<keyof F, string>>;

type RequiredFields<F> = readonly (keyof F)[] | ((fields: F) => readonly (keyof F)[]);

interface RecordFormOptions<F, B extends object> {
  id: number | undefined;
  initial: F;
  toBody(fields: F): B;
  /** A new record can be saved with its defaults. */
  isFilled?: boolean;
  required: RequiredFields<F>;
  /** Problems besides missing fields, shown before saving. */
  check?(fields: F): Problems<F>;
  create(body: B): Promise<unknown>;
  update(id: string, changes: Partial<B>): Promise<unknown>;
  listKey: string;
  onSaved(fields: F): unknown;
}

/**
 * State of a form over a record. Saving an existing one sends changed fields only. The body's keys are those of the
 * fields.
 */
export function useRecordForm<F extends object, B extends { [K in keyof F]?: unknown }>(
  options: RecordFormOptions<F, B>,
) {
  const { id, initial, toBody, required } = options;
  const queries = useQueryClient();
  const [fields, setFields] = useState(initial);
  const [problems, setProblems] = useState<Problems<F>>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // Save shortcuts reach the form through both the field and the dialog.
  const isSaving = useRef(false);
  const keys = Object.keys(initial) as (keyof F & string)[];
  const [before, body] = [toBody(initial), toBody(fields)];
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(body[key]));
  const isNew = id === undefined;
  // Saving a new record says what is missing.
  const canSave = isNew || changed.length > 0;
  const [failures, setFailures] = useState(0);
  const send = () => {
    if (id === undefined) return options.create(body);
    const changes: Partial<B> = {};
    for (const key of changed) changes[key] = body[key];
    return options.update(`${id}`, changes);
  };
  const save = async () => {
    if (isSaving.current) return;
    const missing = missingIn(fields, typeof required === "function" ? required(fields) : required);
    const wrong = { ...options.check?.(fields), ...missing };
    setProblems(wrong);
    setFailure(undefined);
    if (Object.keys(wrong).length > 0) setFailures((count) => count + 1);
    if (!canSave || Object.keys(wrong).length > 0) return;
    setBusy(true);
    isSaving.current = true;
    try {
      await send();
      await queries.invalidateQueries({ queryKey: [options.listKey] });
      await options.onSaved(fields);
    } catch (caught) {
      const error = toApiError(caught);
      if (error.kind === "aborted") return;
      const fieldErrors = keys.flatMap((key) => (error.fields[key]?.[0] ? [[key, error.fields[key][0]] as const] : []));
      setProblems(Object.fromEntries(fieldErrors) as Problems<F>);
      setFailures((count) => count + 1);
      if (fieldErrors.length === 0) setFailure(error.message);
    } finally {
      setBusy(false);
      isSaving.current = false;
    }
  };
  const change = (part: Partial<F>) => {
    setFields((now) => ({ ...now, ...part }));
    setProblems((now) => without(now, Object.keys(part)));
  };
  return { fields, change, problems, failures, failure, isChanged: changed.length > 0, canSave, isBusy, save };
}

function without<P extends object>(problems: P, keys: readonly string[]): P {
  const kept = Object.entries(problems).filter(([key]) => !keys.includes(key));
  return kept.length === Object.keys(problems).length ? problems : (Object.fromEntries(kept) as P);
}

function missingIn<F>(fields: F, required: readonly (keyof F)[]): Problems<F> {
  const isEmpty = (value: unknown) => (typeof value === "string" ? value.trim() === "" : isEmptyArray(value));
  const missing = required.filter((key) => isEmpty(fields[key]));
  return Object.fromEntries(missing.map((key) => [key, t("This is a required field")])) as Problems<F>;
}

const isEmptyArray = (value: unknown) => Array.isArray(value) && value.length === 0;
