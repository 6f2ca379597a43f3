import { useQuery } from "@tanstack/react-query";
import * as database from "../../api/database/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import { type FileItem, type FileKind, uploadMetadata } from "../../api/upload/contract.ts";
import { call } from "../../web/client/client.ts";
import { useDebounced } from "../../web/client/clock.ts";
import { DELIMITERS, isPreviewed, kindOf, previewFields, readingFields, type UploadForm } from "./upload-form.ts";

const UPLOADS_ENABLED = { col: "allow_file_upload", opr: "upload_is_enabled", value: true };
const ALL = { page: 0, page_size: 100, order_column: "database_name", order_direction: "asc" as const };

export interface UploadDatabase {
  id: number;
  name: string;
  supportsUploads: boolean;
}

export async function uploadDatabases(signal: AbortSignal): Promise<UploadDatabase[]> {
  const { result } = await call(database.list, { q: { ...ALL, filters: [UPLOADS_ENABLED] } }, { signal });
  return result.map(databaseOf).filter(({ supportsUploads }) => supportsUploads);
}

async function uploadCapableDatabases(signal: AbortSignal): Promise<UploadDatabase[]> {
  const { result } = await call(database.list, { q: ALL }, { signal });
  return result.map(databaseOf).filter(({ supportsUploads }) => supportsUploads);
}

function databaseOf(row: database.DatabaseRow): UploadDatabase {
  const engine = row.engine_information as { supports_file_upload?: boolean } | undefined;
  return { id: row.id, name: row.database_name, supportsUploads: engine?.supports_file_upload !== false };
}

export const useUploadDatabases = () =>
  useQuery({ queryKey: ["upload", "databases"], queryFn: ({ signal }) => uploadDatabases(signal), staleTime: 0 });

export const usePossibleDatabases = () =>
  useQuery({ queryKey: ["upload", "possible"], queryFn: ({ signal }) => uploadCapableDatabases(signal) });

export async function allowUploads(id: number): Promise<void> {
  await call(database.update, { params: { id }, body: { allow_file_upload: true } });
}

export function useSchemas(id: number | undefined) {
  const query = useQuery({
    queryKey: ["upload", "schemas", id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) =>
      (await call(database.schemas, { params: { id }, q: { force: false, upload_allowed: true } }, { signal })).result,
  });
  const names = query.data ?? [];
  const preferred = ["public", "main", "default"].find((name) => names.includes(name));
  return { ...query, first: preferred ?? names[0] };
}

export function useTables(id: number | undefined, schema: string | undefined) {
  return useQuery({
    queryKey: ["upload", "tables", id, schema],
    enabled: id !== undefined && schema !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const q = { force: true, schema_name: schema };
      return (await call(database.tables, { params: { id }, q }, { signal })).result.map(({ value }) => value);
    },
  });
}

const keyOf = (file: File | undefined) => (file ? `${file.name}/${file.size}/${file.lastModified}` : "");
const SAMPLE_BYTES = 1024 * 1024;
const NEWLINE = 10;
const QUOTE = 34;
const BEFORE_QUOTE = new Set(["\r", "\n", " ", ...DELIMITERS].map((mark) => mark.charCodeAt(0)));

function endOfRows(bytes: Uint8Array): number {
  let [end, closedAt, isQuoted] = [0, -1, false];
  for (const [at, byte] of bytes.entries()) {
    if (byte === NEWLINE && !isQuoted) end = at + 1;
    if (byte !== QUOTE) continue;
    // A quote right after a closing one is an escaped quote.
    const opens = at === 0 || closedAt === at - 1 || BEFORE_QUOTE.has(bytes[at - 1] ?? 0);
    if (isQuoted) closedAt = at;
    isQuoted = !isQuoted && opens;
  }
  return end;
}

/** The first complete rows of a large text file, for a fast preview. Other files are returned unchanged. */
export async function sampleOf(file: File): Promise<File> {
  if (kindOf(file.name) !== "csv" || file.size <= SAMPLE_BYTES) return file;
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const end = endOfRows(bytes);
  return isWide || end === 0 ? file : new File([bytes.slice(0, end)], file.name);
}

const PREVIEW_ROWS = 8;
/** Files up to this size are sent in full after the first preview, for types and notes from all rows. */
const WHOLE_BYTES = 20 * 1024 * 1024;

export interface Preview {
  items: FileItem[];
  /** Types are detected from the first megabyte only. */
  isPart: boolean;
}

async function previewOf(file: File, fields: string, signal: AbortSignal): Promise<FileItem[]> {
  const body = { ...(JSON.parse(fields) as { type: FileKind }), rows_to_read: `${PREVIEW_ROWS}` };
  return (await call(uploadMetadata, { body }, { signal, timeoutMs: 0, files: { file } })).result.items;
}

const previewedOf = (file: File | undefined) => (file && isPreviewed(file) ? file : undefined);

export function usePreview(file: File | undefined, form: UploadForm) {
  const kind = kindOf(file?.name ?? "") ?? "csv";
  const reading = readingFields(kind, form);
  const wanted = JSON.stringify(previewFields(reading, form));
  const fields = useDebounced(wanted);
  const previewed = previewedOf(file);
  const isSettled = previewed !== undefined && fields === wanted;
  const query = useQuery<Preview>({
    queryKey: ["upload", "preview", keyOf(file), fields],
    enabled: isSettled,
    gcTime: 0,
    placeholderData: (before, of) => (of?.queryKey[2] === keyOf(file) ? before : undefined),
    queryFn: async ({ signal }) => {
      const sample = await sampleOf(file as File);
      return { items: await previewOf(sample, fields, signal), isPart: sample !== file };
    },
  });
  const isChecked = query.data?.isPart === true && !query.isPlaceholderData && (file?.size ?? 0) <= WHOLE_BYTES;
  const whole = useQuery<Preview>({
    queryKey: ["upload", "checked", keyOf(file), fields],
    enabled: isSettled && isChecked,
    gcTime: 0,
    queryFn: async ({ signal }) => ({ items: await previewOf(file as File, fields, signal), isPart: false }),
  });
  return {
    kind,
    reading,
    query,
    preview: whole.data ?? query.data,
    error: query.error ?? whole.error,
    isChecking: isChecked && whole.isFetching,
    isSkipped: file !== previewed,
  };
}

interface Place {
  databaseId: number;
  schema: string | undefined;
  table: string;
}

export async function datasetOf({ databaseId, schema, table }: Place): Promise<number | undefined> {
  const filters = [
    { col: "table_name", opr: "eq", value: table },
    { col: "database", opr: "rel_o_m", value: databaseId },
  ];
  const { result } = await call(dataset.list, { q: { filters, page: 0, page_size: 25 } });
  return result.find((row) => (row.schema ?? undefined) === schema)?.id;
}
