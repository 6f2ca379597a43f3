import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FileItem, FileKind, UploadResult } from "../../api/upload/contract.ts";
import { t } from "../../i18n/translate.ts";
import { type ApiError, toApiError } from "../../web/client/errors.ts";
import { sendFile } from "./send-file.ts";
import { datasetOf, usePreview, useSchemas, useTables, useUploadDatabases } from "./upload-data.ts";
import { formFor, problemsOf, type UploadForm, uploadFields } from "./upload-form.ts";

export type Stage =
  | { kind: "form" }
  | { kind: "sending"; share: number }
  | { kind: "done"; table: string; exists: UploadForm["exists"]; datasetId: number | undefined; result: UploadResult };

export interface Failure {
  error: ApiError;
  entered: UploadForm;
}

export function useUploadForm(file: File | undefined) {
  const [open, setOpen] = useState<Readonly<Record<string, boolean>>>({});
  const [own, setOwn] = useState(() => ({ file, entered: formFor(file?.name ?? "") }));
  if (own.file !== file) setOwn({ file, entered: formFor(file?.name ?? "") });
  const { entered } = own;
  const databases = useUploadDatabases();
  const databaseId = entered.databaseId ?? preferredOf(databases.data)?.id;
  const schemas = useSchemas(databaseId);
  const form = { ...entered, databaseId, schema: entered.schema ?? schemas.first };
  const tables = useTables(databaseId, form.schema).data;
  const { kind, reading, preview, ...previewing } = usePreview(file, form);
  const items = preview?.items ?? [];
  const item = items.find(({ sheet_name }) => sheet_name === form.sheet) ?? items[0];
  const columns = item?.column_names ?? [];
  return {
    isEdited: JSON.stringify(entered) !== JSON.stringify(formFor(file?.name ?? "")),
    ...{ entered, form, databases, schemas, tables, kind, preview, previewing, item, columns },
    fields: uploadFields(reading, form, columns),
    problems: { ...problemsOf(form, tables, columns), ...problemInPreview(item, previewing.error) },
    /** Sections stay open while the file is sent. */
    sections: { open, toggle: (name: string, isOpen: boolean) => setOpen((before) => ({ ...before, [name]: isOpen })) },
    change: (changes: Partial<UploadForm>) =>
      setOwn((before) => ({ ...before, entered: { ...before.entered, ...changes } })),
  };
}

/** What the preview already shows that the upload would reject. */
function problemInPreview(item: FileItem | undefined, error: Error | null): { preview?: string } {
  const known = error ? toApiError(error) : undefined;
  const refused = known && (known.status === 400 || known.status === 422) ? known.message : undefined;
  const problem = refused ?? item?.problem ?? item?.column_problems?.find((text) => text !== null);
  return problem ? { preview: problem } : {};
}

export type UploadFormState = ReturnType<typeof useUploadForm>;

const preferredOf = <D extends { name: string }>(databases: readonly D[] | undefined) =>
  databases?.find(({ name }) => name === "uploads") ?? databases?.[0];

export function useSending(file: File | undefined, { form, entered, fields }: UploadFormState) {
  const [stage, setStage] = useState<Stage>({ kind: "form" });
  const [failure, setFailure] = useState<Failure>();
  const running = useRef<AbortController>(undefined);
  const queries = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);
  useLeaveWarning(stage.kind === "sending");
  const { databaseId, schema } = form;
  const table = form.table.trim();

  const send = async () => {
    if (file === undefined || databaseId === undefined) return;
    running.current = new AbortController();
    const { signal } = running.current;
    setFailure(undefined);
    setStage({ kind: "sending", share: 0 });
    try {
      const onProgress = (share: number) => setStage({ kind: "sending", share });
      const result = await sendFile({ databaseId, file, fields, signal, onProgress });
      for (const key of ["datasets", "database", "home"]) void queries.invalidateQueries({ queryKey: [key] });
      void queries.invalidateQueries({ queryKey: ["upload", "tables"] });
      setStage({
        kind: "done",
        ...{ table, result, exists: form.exists },
        datasetId: await datasetOf({ databaseId, schema, table }).catch(() => undefined),
      });
    } catch (caught) {
      const error = toApiError(caught);
      if (error.kind !== "aborted") setFailure({ error, entered });
      if (!signal.aborted || error.kind === "aborted") setStage({ kind: "form" });
    }
  };
  return {
    stage,
    error: failure?.entered === entered ? failure.error : undefined,
    send,
    stop: () => running.current?.abort(),
    again: () => setStage({ kind: "form" }),
  };
}

/** Closing the page would stop the upload. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isOn]);
}

export interface FailureTexts {
  /** Keyed by the server's field names. */
  fields: Readonly<Record<string, string>>;
  rest: string | undefined;
}

/** The server's message, in the language of the user. */
export const isTableExists = (message: string) =>
  message ===
  t(
    "Table already exists. You can change your 'if table already exists' strategy to append or replace or provide a different Table Name to use.",
  );

const ALL_KINDS =
  "file database schema table_name columns_read column_data_types column_dates column_names index_label day_first";
const TEXT_KINDS = "decimal_character thousands_character null_values header_row skip_rows";
const SHOWN: Readonly<Record<FileKind, ReadonlySet<string>>> = {
  csv: shown(ALL_KINDS, "already_exists rows_to_read encoding delimiter skip_long_lines", TEXT_KINDS),
  excel: shown(ALL_KINDS, "already_exists rows_to_read", TEXT_KINDS),
  columnar: shown(ALL_KINDS, "already_exists rows_to_read"),
};

function shown(...names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((some) => some.split(" ")));
}

export function failureTextsOf(error: ApiError | undefined, kind: FileKind): FailureTexts {
  if (error === undefined) return { fields: {}, rest: undefined };
  const named = Object.entries(error.fields).map(([name, texts]) => [name, texts.join(" ")] as const);
  const all = named.length > 0 ? named : [["", error.message] as const];
  const rest = all.filter(([name]) => !SHOWN[kind].has(name)).map(([, text]) => text);
  const fields = Object.fromEntries(all.filter(([name]) => SHOWN[kind].has(name)));
  return { fields, rest: rest.length > 0 ? rest.join(" ") : undefined };
}
