import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { operation } from "../../model/operation.ts";
import { IdParams, MessageResponse } from "../../model/resource.ts";

/** Form fields are text: lists are comma-separated, numbers and booleans are written out. */

const Kind = z.enum(["csv", "excel", "columnar"]);
export type FileKind = z.infer<typeof Kind>;

/** Of workbooks and ZIP files, which are read in memory as a whole. */
export const MAX_UNPACKED_BYTES = 100 * 1024 * 1024;

const presentText = (text: string | undefined) =>
  text === undefined || text === "" || text === "null" ? undefined : text;
const Text = z.string().optional().transform(presentText);
const Flag = z
  .enum(["true", "false", "True", "False", "1", "0", "on", "off", ""])
  .optional()
  .transform((text) => (text ? /^(true|1|on)$/i.test(text) : undefined));
const ListAsJson = z.array(z.string());
const List = z
  .string()
  .optional()
  .transform((text) => (presentText(text) === undefined ? [] : (listIn(text ?? "") ?? withCommas(text ?? ""))));
const withCommas = (text: string) => text.split(",").map((part) => part.trim());

function listIn(text: string): string[] | undefined {
  if (!text.startsWith("[")) return undefined;
  try {
    return ListAsJson.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
const Count = z
  .string()
  .optional()
  .refine((text) => presentText(text) === undefined || /^\d{1,9}$/.test(text ?? ""), {
    error: () => t("Not a valid integer."),
  })
  .transform((text) => (presentText(text) === undefined ? undefined : Number(text)));

const MAX_COLUMN_NAME = 255;
const Types = z
  .string()
  .optional()
  .transform((text, context) => {
    if (presentText(text) === undefined) return {};
    try {
      return z.record(z.string(), z.string()).parse(JSON.parse(text ?? ""));
    } catch {
      context.addIssue({ code: "custom", message: t("Must be a JSON object of names and types.") });
      return z.NEVER;
    }
  });

const Names = Types.pipe(z.record(z.string(), z.string().trim().min(1).max(MAX_COLUMN_NAME)));

const DELIMITERS: Readonly<Record<string, string>> = { "\\t": "\t", tab: "\t", TAB: "\t" };
const Delimiter = z
  .string()
  .max(4)
  .regex(/^[^"\r\n\d]*$/, { error: () => t("A delimiter can't contain quotes, digits or line breaks.") })
  .optional()
  .transform((text) => (text ? (DELIMITERS[text] ?? text) : undefined));

const MAX_NAME = 40;
const Reading = {
  type: Kind,
  encoding: z.string().max(MAX_NAME).optional().transform(presentText),
  delimiter: Delimiter,
  header_row: Count,
  skip_rows: Count,
  rows_to_read: Count,
  decimal_character: z
    .enum([".", ",", ""])
    .optional()
    .transform((mark) => mark || undefined),
  thousands_character: z.string().max(1).optional(),
  day_first: Flag,
  skip_blank_lines: Flag,
  skip_initial_space: Flag,
  skip_long_lines: Flag,
  null_values: z.string().optional(),
};

/** Some engines cut a name at NUL and would use another table. */
const WITHOUT_NUL = /^[^\0]*$/;
const NUL_REFUSED = { error: () => t("Not a valid name.") };
const Place = z.string().regex(WITHOUT_NUL, NUL_REFUSED).optional().transform(presentText);

export const UploadFields = z.object({
  ...Reading,
  table_name: z.string().min(1).max(120).regex(WITHOUT_NUL, NUL_REFUSED),
  schema: Place,
  catalog: Place,
  already_exists: z.enum(["fail", "replace", "append", ""]).optional(),
  dataframe_index: Flag,
  index_label: Text,
  index_column: Text,
  columns_read: List,
  column_data_types: Types,
  column_dates: List,
  column_names: Names,
  sheet_name: Text,
});
export type UploadFields = z.infer<typeof UploadFields>;

/** `rows_to_read` is the number of rows returned; types are those of all rows. */
export const MetadataFields = z.object({
  ...Reading,
  column_data_types: Types,
  column_dates: List,
  sheet_name: Text,
});
export type MetadataFields = z.infer<typeof MetadataFields>;

export const ColumnKind = z.enum(["integer", "double", "decimal", "boolean", "date", "timestamp", "text"]);
export const ReadFormat = z.looseObject({
  encoding: z.string().optional(),
  delimiter: z.string().optional(),
  decimal_character: z.string(),
  thousands_character: z.string(),
  day_first: z.boolean().optional(),
});
export type ReadFormat = z.infer<typeof ReadFormat>;

/**
 * A file, or a sheet of one. Optional fields need `rows_to_read`; Parquet files have no `format`. `problem` says why
 * the upload would fail, `column_problems` the same of chosen types. `header_below` is the line or row of the header,
 * if titles seem to stand above it.
 */
export const FileItem = z.looseObject({
  sheet_name: z.string().nullable(),
  column_names: z.array(z.string()),
  column_types: z.array(ColumnKind).optional(),
  column_notes: z.array(z.string().nullable()).optional(),
  rows: z.array(z.array(z.string().nullable())).optional(),
  column_problems: z.array(z.string().nullable()).optional(),
  column_signs: z.array(z.string().nullable()).optional(),
  row_count: z.number().optional(),
  long_lines: z.number().optional(),
  header_below: z.number().optional(),
  problem: z.string().optional(),
  format: ReadFormat.optional(),
});
export type FileItem = z.infer<typeof FileItem>;

/** `note` says why a column is text, that it was renamed, or which cells were errors. */
const UploadResponse = MessageResponse.extend({
  result: z.looseObject({
    rows: z.number(),
    skipped_lines: z.number().optional(),
    columns: z.array(z.looseObject({ name: z.string(), type: ColumnKind, note: z.string().nullable() })),
  }),
});
export type UploadResult = z.infer<typeof UploadResponse>["result"];

export const upload = operation({
  id: "upload.upload",
  method: "POST",
  path: "/api/v1/database/:id/upload/",
  summary: "Create a table and a dataset from a file: CSV, Excel or columnar (Parquet, or a ZIP of Parquet files)",
  params: IdParams,
  body: UploadFields,
  multipart: true,
  response: UploadResponse,
  status: 201,
});

export const uploadMetadata = operation({
  id: "upload.metadata",
  method: "POST",
  path: "/api/v1/database/upload_metadata/",
  summary: "Preview the sheets, columns and first rows of a file without storing it",
  body: MetadataFields,
  multipart: true,
  response: z.looseObject({
    result: z.looseObject({
      items: z.array(FileItem),
    }),
  }),
});
