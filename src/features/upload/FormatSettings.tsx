import { Input, Select } from "antd";
import type { ReadFormat } from "../../api/upload/contract.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import styles from "./upload.module.css";
import { DELIMITERS } from "./upload-form.ts";
import type { UploadFormState } from "./use-uploading.ts";

const DETECTED = "detected";

interface ChoiceProps {
  label: string;
  value: string | undefined;
  found: string | undefined;
  options: Readonly<Record<string, string>>;
  problem?: string | undefined;
  onChange(value: string | undefined): void;
}

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
          options={[{ value: DETECTED, label: name ? t("Auto: {name}", { name }) : t("Auto") }, ...known]}
          onChange={(chosen) => onChange(chosen === DETECTED ? undefined : chosen.slice("set:".length))}
        />
      )}
    </Field>
  );
}

const ENCODINGS: Readonly<Record<string, string>> = {
  "utf-8": "UTF-8",
  "windows-1252": t("Western European (windows-1252)"),
  "utf-16le": "UTF-16",
  "windows-1250": t("Central European (windows-1250)"),
  "iso-8859-2": t("Central European (ISO-8859-2)"),
  "windows-1251": t("Cyrillic (windows-1251)"),
  "koi8-u": t("Cyrillic (KOI8)"),
  "windows-1253": t("Greek (windows-1253)"),
  "windows-1254": t("Turkish (windows-1254)"),
  "windows-1255": t("Hebrew (windows-1255)"),
  "windows-1256": t("Arabic (windows-1256)"),
  "windows-1257": t("Baltic (windows-1257)"),
  "windows-1258": t("Vietnamese (windows-1258)"),
  "windows-874": t("Thai (windows-874)"),
  shift_jis: t("Japanese (Shift_JIS)"),
  "euc-jp": t("Japanese (EUC-JP)"),
  gb18030: t("Chinese (GB18030)"),
  big5: t("Chinese (Big5)"),
  "euc-kr": t("Korean (EUC-KR)"),
  macintosh: t("Western European (Mac)"),
  ibm866: t("Cyrillic (CP866)"),
};
const DECIMALS = { ".": t("Period (1.5)"), ",": t("Comma (1,5)") };
const THOUSANDS = {
  "": t("None"),
  ",": t("Comma (1,000)"),
  ".": t("Period (1.000)"),
  " ": t("Space (1 000)"),
  "\u00a0": t("No-break space"),
  "\u202f": t("Narrow no-break space"),
  "'": t("Apostrophe (1'000)"),
};
const ORDERS = { true: t("Day first (31/12/2024)"), false: t("Month first (12/31/2024)") };

export function formatSummary({ form, kind, item }: UploadFormState): string | undefined {
  if (kind !== "csv" || item?.format === undefined) return undefined;
  const encoding = form.encoding ?? item.format.encoding ?? "";
  const delimiter = form.delimiter ?? item.format.delimiter ?? "";
  return list([ENCODINGS[encoding] ?? encoding, SUMMARY_NAMES[delimiter] ?? delimiter], "commas");
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
            label={t("Encoding")}
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
        label={t("Decimal separator")}
        value={form.decimal}
        found={found.decimal_character}
        options={DECIMALS}
        problem={errors.decimal_character}
        onChange={(decimal) => change({ decimal: decimal as "." | "," | undefined })}
      />
      <Choice
        label={t("Thousands separator")}
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
      label={t("Date order")}
      value={form.dayFirst === undefined ? undefined : `${form.dayFirst}`}
      found={found === undefined ? undefined : `${found}`}
      options={ORDERS}
      onChange={(order) => change({ dayFirst: order === undefined ? undefined : order === "true" })}
    />
  );
}

const NAMES: Readonly<Record<string, string>> = {
  ",": t("Comma"),
  ";": t("Semicolon"),
  "\t": t("Tab##character"),
  "|": t("Pipe"),
};
const SUMMARY_NAMES: Readonly<Record<string, string>> = {
  ",": t("comma"),
  ";": t("semicolon"),
  "\t": t("tab##character"),
  "|": t("pipe"),
};
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
        label={t("Delimiter")}
        value={isOther ? OTHER : delimiter}
        found={found}
        options={{ ...Object.fromEntries(DELIMITERS.map((mark) => [mark, NAMES[mark] ?? mark])), [OTHER]: t("Other") }}
        problem={problem}
        onChange={(chosen) => change({ delimiter: chosen === OTHER ? "" : chosen })}
      />
      {isOther ? (
        <Field label={t("Character")}>
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
