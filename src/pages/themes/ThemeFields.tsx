import { Input, InputNumber } from "antd";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { defaultOf, FIELDS, fieldValues, modeIn, withMode, withToken } from "./theme-fields.ts";
import styles from "./themes.module.css";

const MODES = [
  { value: "both", label: t("Light and dark") },
  { value: "light", label: t("Light") },
  { value: "dark", label: t("Dark") },
] as const;

/** The most used tokens. They change the JSON, and follow it. */
export function ThemeFields({ text, onChange }: { text: string; onChange(text: string): void }) {
  const values = fieldValues(text);
  if (!values) return <p className={styles.remark}>{t("The fields return when the JSON is valid.")}</p>;
  const mode = modeIn(text);
  return (
    <div className={styles.fields}>
      <div className={styles.mode}>
        <span aria-hidden="true">{t("Mode##theme")}</span>
        <Segmented
          label={t("Mode##theme")}
          value={mode}
          options={MODES}
          onChange={(next) => onChange(withMode(text, next))}
        />
      </div>
      {FIELDS.map(({ token, label, kind, max }) => (
        <Field key={token} label={label}>
          {(id) => (
            <TokenInput
              id={id}
              label={label}
              kind={kind}
              max={max}
              value={values[token]}
              standard={defaultOf(token, mode)}
              onChange={(value) => onChange(withToken(text, token, value))}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

interface TokenInputProps {
  id: string;
  label: string;
  kind: "color" | "number" | "text";
  max: number | undefined;
  value: unknown;
  /** Without the theme. */
  standard: string | number;
  onChange(value: string | number | undefined): void;
}

const HEX = /^#[0-9a-f]{6}$/i;

function TokenInput({ id, label, kind, max, value, standard, onChange }: TokenInputProps) {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (kind === "number") {
    return (
      <InputNumber
        id={id}
        min={0}
        max={max}
        value={text === "" ? null : Number(text)}
        placeholder={String(standard)}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  }
  const field = (
    <Input
      id={id}
      dir="ltr"
      value={text}
      placeholder={String(standard)}
      allowClear
      onChange={(event) => onChange(event.target.value)}
    />
  );
  if (kind === "text") return field;
  const shown = HEX.test(text) ? text : String(standard);
  return (
    <span className={styles.color}>
      <input
        type="color"
        aria-label={t("Pick a color: {name}", { name: label })}
        value={HEX.test(shown) ? shown.toLowerCase() : "#000000"}
        onChange={(event) => onChange(event.target.value)}
      />
      {field}
    </span>
  );
}
