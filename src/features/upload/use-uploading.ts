import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FileKind, UploadResult } from "../../api/upload/contract.ts";
import { type ApiError, toApiError } from "../../web/client/errors.ts";
import { sendFile } from "./send-file.ts";
import { datasetOf, usePreview, useSchemas, useTables, useUploadDatabases } from "./upload-data.ts";
import { formFor, problemsOf, type UploadForm, uploadFields } from "./upload-form.ts";

/** The dialog's state: what is said of the file, what is known of it and of where it goes, and its way there. */

export type Stage =
  | { kind: "form" }
  /** Share of the bytes that have left, 0 to 1. */
  | { kind: "sending"; share: number }
  | { kind: "done"; table: string; exists: UploadForm["exists"]; datasetId: number | undefined; result: UploadResult };

export interface Failure {
  error: ApiError;
  /** What was said when it failed. */
  said: UploadForm;
}

export function useUploadForm(file: File | undefined) {
  const [own, setOwn] = useState(() => ({ file, said: formFor(file?.name ?? "") }));
  if (own.file !== file) setOwn({ file, said: formFor(file?.name ?? "") });
  const { said } = own;
  const databases = useUploadDatabases();
  const databaseId = said.databaseId ?? usualOf(databases.data)?.id;
  const schemas = useSchemas(databaseId);
  const form = { ...said, databaseId, schema: said.schema ?? schemas.first };
  const tables = useTables(databaseId, form.schema).data;
  const { kind, reading, preview, ...previewing } = usePreview(file, form);
  const items = preview?.items ?? [];
  const item = items.find(({ sheet_name }) => sheet_name === form.sheet) ?? items[0];
  const columns = item?.column_names ?? [];
  return {
    /** Something was said that closing would lose. */
    isEdited: JSON.stringify(said) !== JSON.stringify(formFor(file?.name ?? "")),
    ...{ said, form, databases, schemas, tables, kind, preview, previewing, item, columns },
    fields: uploadFields(reading, form, columns),
    problems: problemsOf(form, tables, columns),
    change: (changes: Partial<UploadForm>) => setOwn((before) => ({ ...before, said: { ...before.said, ...changes } })),
  };
}

export type UploadFormState = ReturnType<typeof useUploadForm>;

/** The database that is there for it, or the first. */
const usualOf = <D extends { name: string }>(databases: readonly D[] | undefined) =>
  databases?.find(({ name }) => name === "uploads") ?? databases?.[0];

export function useSending(file: File | undefined, { form, said, fields }: UploadFormState) {
  const [stage, setStage] = useState<Stage>({ kind: "form" });
  const [failure, setFailure] = useState<Failure>();
  const running = useRef<AbortController>(undefined);
  const queries = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);
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
      if (error.kind !== "aborted") setFailure({ error, said });
      if (!signal.aborted || error.kind === "aborted") setStage({ kind: "form" });
    }
  };
  return {
    stage,
    /** Of the form as it is now: gone once it changes. */
    error: failure?.said === said ? failure.error : undefined,
    send,
    stop: () => running.current?.abort(),
    again: () => setStage({ kind: "form" }),
  };
}

export interface Told {
  /** By the server's names of the fields. */
  fields: Readonly<Record<string, string>>;
  /** What belongs to no field. */
  rest: string | undefined;
}

const ABOUT: readonly [RegExp, string][] = [
  [/^Table already exists/, "table_name"],
  [/schema is not allowed/i, "schema"],
  [/that a column can have|has no column|two columns|^Parsing error: Column "/, "columns_read"],
  [/encod|UTF-8|fields?, found|quote/, "encoding"],
];

const OF_ALL = "file database schema table_name columns_read column_data_types column_dates index_label day_first";
const OF_TEXTS = "decimal_character thousands_character null_values header_row skip_rows";
/** The fields that say what is wrong with them. */
const SHOWN: Readonly<Record<FileKind, ReadonlySet<string>>> = {
  csv: shown(OF_ALL, "already_exists rows_to_read encoding delimiter", OF_TEXTS),
  excel: shown(OF_ALL, "already_exists rows_to_read", OF_TEXTS),
  columnar: shown(OF_ALL, "already_exists rows_to_read"),
};

function shown(...names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((some) => some.split(" ")));
}

/** Which fields a failed upload is about; what none of them can say is told beside the form. */
export function toldOf(error: ApiError | undefined, kind: FileKind): Told {
  if (error === undefined) return { fields: {}, rest: undefined };
  const named = Object.entries(error.fields).map(([name, texts]) => [name, texts.join(" ")] as const);
  const about = ABOUT.find(([pattern]) => pattern.test(error.message))?.[1] ?? "";
  const all = named.length > 0 ? named : [[about, error.message] as const];
  const rest = all.filter(([name]) => !SHOWN[kind].has(name)).map(([, text]) => text);
  const fields = Object.fromEntries(all.filter(([name]) => SHOWN[kind].has(name)));
  return { fields, rest: rest.length > 0 ? rest.join(" ") : undefined };
}
