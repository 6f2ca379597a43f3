import { ConfigProvider, Input, InputNumber } from "antd";
import { related } from "../../api/chart/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { PeopleSelect } from "../../web/components/PeopleSelect.tsx";
import { TagsField } from "../../web/components/TagsField.tsx";
import styles from "./chart-properties.module.css";
import type { Draft } from "./properties.ts";

interface Props {
  draft: Draft;
  isReadOnly: boolean;
  problems: Readonly<Record<string, readonly string[]>>;
  onChange(part: Partial<Draft>): void;
}

export function PropertyFields({ draft, isReadOnly, problems, onChange }: Props) {
  const problemOf = (name: keyof Draft) => problems[name]?.join(" ");
  const nameProblem = draft.slice_name.trim() === "" ? t("This is a required field") : problemOf("slice_name");
  return (
    <ConfigProvider componentDisabled={isReadOnly}>
      <Field label={t("Name")} problem={nameProblem}>
        {(id) => (
          <Input
            id={id}
            value={draft.slice_name}
            maxLength={250}
            status={nameProblem ? "error" : ""}
            onChange={(event) => onChange({ slice_name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t("Description")}
        hint={t("Shown in lists and on dashboards. Supports Markdown.")}
        problem={problemOf("description")}
      >
        {(id) => (
          <Input.TextArea
            id={id}
            value={draft.description}
            autoSize={{ minRows: 3, maxRows: 8 }}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Owners")} hint={t("Owners can edit this chart.")} problem={problemOf("owners")}>
        {(id) => (
          <PeopleSelect id={id} value={draft.owners} search={findOwners} onChange={(owners) => onChange({ owners })} />
        )}
      </Field>
      <TagsField noun="chart" tags={draft.tags} onChange={(tags) => onChange({ tags })} />
      <Field
        label={t("Cache timeout")}
        hint={t("In seconds. Empty = dataset default, −1 = no caching.")}
        problem={problemOf("cache_timeout")}
      >
        {(id) => (
          <InputNumber
            id={id}
            className={styles.wide}
            min={-1}
            precision={0}
            value={draft.cache_timeout}
            onChange={(cache_timeout) => onChange({ cache_timeout })}
          />
        )}
      </Field>
      <CertificationFields draft={draft} onChange={onChange} />
    </ConfigProvider>
  );
}

function CertificationFields({ draft, onChange }: Pick<Props, "draft" | "onChange">) {
  return (
    <>
      <Field label={t("Certified by")} hint={t("Person or group that certified this chart.")}>
        {(id) => (
          <Input
            id={id}
            value={draft.certified_by}
            onChange={(event) => onChange({ certified_by: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Certification details")} hint={t("Shown in the badge's tooltip.")}>
        {(id) => (
          <Input
            id={id}
            value={draft.certification_details}
            disabled={draft.certified_by.trim() === "" || undefined}
            onChange={(event) => onChange({ certification_details: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

async function findOwners(text: string, signal: AbortSignal) {
  const q = { page: 0, page_size: 100, ...(text ? { filter: text } : {}) };
  const { result } = await call(related, { params: { column: "owners" }, q }, { signal });
  return result.map((each) => ({ id: each.value, name: each.text }));
}
