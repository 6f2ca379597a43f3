import { Checkbox, Select } from "antd";
import { t } from "../../i18n/translate.ts";
import { INTERVALS } from "../../model/dashboard.ts";
import { Field } from "../../ui/Field.tsx";
import { ZoneSelect } from "../../web/components/ZoneSelect.tsx";
import { Budget } from "./Budget.tsx";
import type { MetadataPartProps } from "./parts.ts";
import styles from "./properties.module.css";

export function Behavior({ draft, setMeta }: MetadataPartProps) {
  return (
    <>
      <Field label={t("Refresh interval")}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            value={typeof draft.metadata.refresh_frequency === "number" ? draft.metadata.refresh_frequency : 0}
            options={INTERVALS.map(([value, label]) => ({ value, label: t(label) }))}
            onChange={(value: number) => setMeta({ refresh_frequency: value })}
          />
        )}
      </Field>
      <Field
        label={t("Time zone")}
        hint={t("For relative time ranges, and for times with a time zone. Without one, each reader's own applies.")}
      >
        {(id) => (
          <ZoneSelect
            id={id}
            value={typeof draft.metadata.time_zone === "string" ? draft.metadata.time_zone : ""}
            unset={t("Reader's time zone")}
            onChange={(zone) => setMeta({ time_zone: zone || null })}
          />
        )}
      </Field>
      <div className={styles.check}>
        <Checkbox
          checked={draft.metadata.cross_filters_enabled !== false}
          onChange={(event) => setMeta({ cross_filters_enabled: event.target.checked })}
        >
          {t("Cross-filtering")}
        </Checkbox>
        <p className={styles.hint}>{t("Clicking a value filters the other charts by it.")}</p>
      </div>
      <Budget draft={draft} setMeta={setMeta} />
    </>
  );
}
