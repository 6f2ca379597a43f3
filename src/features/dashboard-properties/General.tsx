import { Input, Select } from "antd";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import type { PartProps } from "./parts.ts";
import styles from "./properties.module.css";

export function General({ draft: { properties }, problems, set }: PartProps) {
  return (
    <>
      <Field label={t("Name")} problem={problems.dashboard_title}>
        {(id) => (
          <Input
            id={id}
            value={properties.dashboard_title}
            maxLength={500}
            placeholder={t("[ untitled dashboard ]")}
            onChange={(event) => set({ dashboard_title: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t("URL slug")}
        hint={t("A readable URL for this dashboard. Letters, digits and hyphens.")}
        problem={problems.slug}
      >
        {(id) => (
          <Input
            id={id}
            value={properties.slug ?? ""}
            maxLength={255}
            onChange={(event) => set({ slug: event.target.value || null })}
          />
        )}
      </Field>
      <Field label={t("Visibility")}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            value={properties.published ? "published" : "draft"}
            options={[
              { value: "published", label: t("Published: listed for everyone who can see its data") },
              { value: "draft", label: t("Draft: listed for owners only") },
            ]}
            onChange={(value) => set({ published: value === "published" })}
          />
        )}
      </Field>
    </>
  );
}

export function Certification({ draft: { properties }, set }: PartProps) {
  return (
    <>
      <Field label={t("Certified by")} hint={t("Person or group that certified this dashboard.")}>
        {(id) => (
          <Input
            id={id}
            value={properties.certified_by ?? ""}
            onChange={(event) => set({ certified_by: event.target.value || null })}
          />
        )}
      </Field>
      <Field label={t("Certification details")} hint={t("Shown in the badge's tooltip.")}>
        {(id) => (
          <Input
            id={id}
            value={properties.certification_details ?? ""}
            disabled={!properties.certified_by}
            onChange={(event) => set({ certification_details: event.target.value || null })}
          />
        )}
      </Field>
    </>
  );
}
