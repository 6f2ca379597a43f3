import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toApiError } from "../client/errors.ts";

export type Problems<F> = Partial<Record<keyof F, string>>;

interface RecordFormOptions<F, B extends object> {
  /** Of the record that is changed; a new one has none. */
  id: number | undefined;
  /** As it is kept; of a new one, what the form begins with. */
  kept: F;
  toBody(fields: F): B;
  /** A new one may be saved as the form begins. */
  isFilled?: boolean;
  /** Fields that may not be empty. */
  required: readonly (keyof F)[];
  create(body: B): Promise<unknown>;
  update(id: string, changes: Partial<B>): Promise<unknown>;
  /** Query key of the list that it stands in. */
  listKey: string;
  onSaved(fields: F): unknown;
}

/**
 * What is written in the form of a record, what is wrong with it, and its way to the server: of one that is there, what
 * was changed and nothing else. The body has the names of the fields.
 */
export function useRecordForm<F extends object, B extends { [K in keyof F]?: unknown }>(
  options: RecordFormOptions<F, B>,
) {
  const { id, kept, toBody, required } = options;
  const queries = useQueryClient();
  const [fields, setFields] = useState(kept);
  const [problems, setProblems] = useState<Problems<F>>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // The keys that save reach the form by the field as well as by the dialog.
  const isSaving = useRef(false);
  const keys = Object.keys(kept) as (keyof F & string)[];
  const [before, body] = [toBody(kept), toBody(fields)];
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(body[key]));
  const canSave = options.isFilled === true || changed.length > 0;
  const send = () => {
    if (id === undefined) return options.create(body);
    const changes: Partial<B> = {};
    for (const key of changed) changes[key] = body[key];
    return options.update(`${id}`, changes);
  };
  const save = async () => {
    if (isSaving.current) return;
    const missing = missingIn(fields, required);
    setProblems(missing);
    setFailure(undefined);
    if (!canSave || Object.keys(missing).length > 0) return;
    setBusy(true);
    isSaving.current = true;
    try {
      await send();
      await queries.invalidateQueries({ queryKey: [options.listKey] });
      await options.onSaved(fields);
    } catch (caught) {
      const error = toApiError(caught);
      if (error.kind === "aborted") return;
      const said = keys.flatMap((key) => (error.fields[key]?.[0] ? [[key, error.fields[key][0]] as const] : []));
      setProblems(Object.fromEntries(said) as Problems<F>);
      if (said.length === 0) setFailure(error.message);
    } finally {
      setBusy(false);
      isSaving.current = false;
    }
  };
  const change = (part: Partial<F>) => setFields((now) => ({ ...now, ...part }));
  return { fields, change, problems, failure, isChanged: changed.length > 0, canSave, isBusy, save };
}

function missingIn<F>(fields: F, required: readonly (keyof F)[]): Problems<F> {
  const isEmpty = (value: unknown) => (typeof value === "string" ? value.trim() === "" : isNoItem(value));
  const missing = required.filter((key) => isEmpty(fields[key]));
  return Object.fromEntries(missing.map((key) => [key, "This is a required field"])) as Problems<F>;
}

const isNoItem = (value: unknown) => Array.isArray(value) && value.length === 0;
