import { Input, Select } from "antd";
import type { ReadFormat } from "../../api/upload/contract.ts";
import { Field } from "../../ui/Field.tsx";
import styles from "./upload.module.css";
import { DELIMITERS } from "./upload-form.ts";
import type { UploadFormState } from "./use-uploading.ts";

const DETECTED = "detected";

interface ChoiceProps {
  label: string;
  /** Undefined = detected. */
  value: string | undefined;
  /** Detected value, if known. */
  found: string | undefined;
  options: Readonly<Record<string, string>>;
  problem?: string | undefined;
  onChange(value: string | undefined): void;
}

/** For example "Auto: Comma". */
function Choice({ label, value, found, options, problem, onChange }: ChoiceProps) {
  const known = Object.entries(options).map(([key, text]) => ({ value: `set:${key}`, label: text }));
  const name = found === undefined ? undefined : (options[found] ?? found);
  return (
    <Field label={label} problem={problem}>
      {(id) => (
        <Select
          id={id}
          showSearch={known.length > 10}
          optionFilterProp="label"
          value={value === undefined ? DETECTED : `set:${value}`}
          options={[{ value: DETECTED, label: name ? `Auto: ${name}` : "Auto" }, ...known]}
          onChange={(chosen) => onChange(chosen === DETECTED ? undefined : chosen.slice("set:".length))}
        />
      )}
    </Field>
  );
}

const ENCODINGS: Readonly<Record<string, string>> = {
  "utf-8": "UTF-8",
  "windows-1252": "Western European (windows-1252)",
  "utf-16le": "UTF-16",
  "windows-1250": "Central European (windows-1250)",
  "iso-8859-2": "Central European (ISO-8859-2)",
  "windows-1251": "Cyrillic (windows-1251)",
  "koi8-u": "Cyrillic (KOI8)",
  "windows-1253": "Greek (windows-1253)",
  "windows-1254": "Turkish (windows-1254)",
  "windows-1255": "Hebrew (windows-1255)",
  "windows-1256": "Arabic (windows-1256)",
  "windows-1257": "Baltic (windows-1257)",
  "windows-1258": "Vietnamese (windows-1258)",
  "windows-874": "Thai (windows-874)",
  shift_jis: "Japanese (Shift_JIS)",
  "euc-jp": "Japanese (EUC-JP)",
  gb18030: "Chinese (GB18030)",
  big5: "Chinese (Big5)",
  "euc-kr": "Korean (EUC-KR)",
  macintosh: "Western European (Mac)",
  ibm866: "Cyrillic (CP866)",
};
const DECIMALS = { ".": "Period (1.5)", ",": "Comma (1,5)" };
const THOUSANDS = {
  "": "None",
  ",": "Comma (1,000)",
  ".": "Period (1.000)",
  " ": "Space (1 000)",
  "\u00a0": "No-break space",
  "\u202f": "Narrow no-break space",
  "'": "Apostrophe (1'000)",
};
const ORDERS = { true: "Day first (31/12/2024)", false: "Month first (12/31/2024)" };

export function formatSummary({ form, kind, item }: UploadFormState): string | undefined {
  if (kind !== "csv" || item?.format === undefined) return undefined;
  const encoding = form.encoding ?? item.format.encoding ?? "";
  const delimiter = form.delimiter ?? item.format.delimiter ?? "";
  return `${ENCODINGS[encoding] ?? encoding}, ${(NAMES[delimiter] ?? delimiter).toLowerCase()}`;
}

interface FormatProps {
  state: UploadFormState;
  errors: Readonly<Record<string, string>>;
}

export function FormatSettings({ state, errors }: FormatProps) {
  const { form, kind, item, change } = state;
  const found: Partial<ReadFormat> = item?.format ?? {};
  return (
    <>
      {kind === "csv" ? (
        <>
          <Choice
            label="Encoding"
            value={form.encoding}
            found={found.encoding}
            options={ENCODINGS}
            problem={errors.encoding}
            onChange={(encoding) => change({ encoding })}
          />
          <Delimiter state={state} found={found.delimiter} problem={errors.delimiter} />
        </>
      ) : null}
      <Choice
        label="Decimal separator"
        value={form.decimal}
        found={found.decimal_character}
        options={DECIMALS}
        problem={errors.decimal_character}
        onChange={(decimal) => change({ decimal: decimal as "." | "," | undefined })}
      />
      <Choice
        label="Thousands separator"
        value={form.thousands}
        found={found.thousands_character}
        options={THOUSANDS}
        problem={errors.thousands_character}
        onChange={(thousands) => change({ thousands })}
      />
      <DateOrder state={state} />
    </>
  );
}

export function DateOrder({ state: { form, item, change } }: Pick<FormatProps, "state">) {
  const found = item?.format?.day_first;
  return (
    <Choice
      label="Date order"
      value={form.dayFirst === undefined ? undefined : `${form.dayFirst}`}
      found={found === undefined ? undefined : `${found}`}
      options={ORDERS}
      onChange={(order) => change({ dayFirst: order === undefined ? undefined : order === "true" })}
    />
  );
}

const NAMES: Readonly<Record<string, string>> = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Pipe" };
const OTHER = "other";

interface DelimiterProps {
  state: UploadFormState;
  found: string | undefined;
  problem: string | undefined;
}

function Delimiter({ state: { form, change }, found, problem }: DelimiterProps) {
  const { delimiter } = form;
  const isOther = delimiter !== undefined && !(delimiter in NAMES);
  return (
    <div className={styles.pair}>
      <Choice
        label="Delimiter"
        value={isOther ? OTHER : delimiter}
        found={found}
        options={{ ...Object.fromEntries(DELIMITERS.map((mark) => [mark, NAMES[mark] ?? mark])), [OTHER]: "Other" }}
        problem={problem}
        onChange={(chosen) => change({ delimiter: chosen === OTHER ? "" : chosen })}
      />
      {isOther ? (
        <Field label="Character">
          {(id) => (
            <Input
              id={id}
              maxLength={4}
              value={delimiter}
              onChange={(event) => change({ delimiter: event.target.value })}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}
