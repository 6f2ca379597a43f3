import { Input } from "antd";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { certificationOf, withCertification } from "../../web/components/certification.ts";
import styles from "./dataset-editor.module.css";
import { useIsLocked } from "./lock.ts";

interface InPlaceProps {
  label: string;
  value: string;
  placeholder?: string;
  isCode?: boolean;
  isWrong?: boolean;
  isNew?: boolean;
  onChange(text: string): void;
}

export function InPlace({ label, value, placeholder, isCode, isWrong, isNew, onChange }: InPlaceProps) {
  const isLocked = useIsLocked();
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user just added the row
      autoFocus={isNew}
      readOnly={isLocked}
      className={styles.inPlace}
      data-code={isCode || undefined}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={value}
      placeholder={placeholder}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface CommonItem {
  description?: string | null | undefined;
  extra?: string | null | undefined;
}

interface ItemFieldsProps {
  item: CommonItem;
  onChange(change: CommonItem): void;
}

export function DescriptionField({ item, onChange }: ItemFieldsProps) {
  return (
    <Field label={t("Description")} aside="Markdown">
      {(id) => (
        <Input.TextArea
          id={id}
          rows={4}
          value={item.description ?? ""}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      )}
    </Field>
  );
}

export function CertificationFields({ item, onChange }: ItemFieldsProps) {
  const known = certificationOf(item.extra) ?? {};
  const set = (change: { certified_by?: string; details?: string }) =>
    onChange({ extra: withCertification(item.extra, { ...known, ...change }) });
  return (
    <>
      <Field label={t("Certified by")}>
        {(id) => (
          <Input
            id={id}
            placeholder={t("Person or group")}
            value={known.certified_by ?? ""}
            onChange={(event) => set({ certified_by: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Certification details")}>
        {(id) => (
          <Input
            id={id}
            placeholder={t("Shown next to the badge")}
            disabled={!known.certified_by || undefined}
            value={known.details ?? ""}
            onChange={(event) => set({ details: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
