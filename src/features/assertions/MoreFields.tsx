import { Input, Switch } from "antd";
import { related } from "../../api/assertion/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { Field } from "../../ui/Field.tsx";
import { PeopleSelect } from "../../web/components/PeopleSelect.tsx";
import type { Problems } from "../../web/dialogs/use-record-form.ts";
import { namedChoicesFrom } from "../../web/list-view/choices.ts";
import { SqlExpression } from "../../web/sql/SqlExpression.tsx";
import { ScheduleField } from "../schedule/index.ts";
import type { AssertionFields } from "./assertion-fields.ts";
import styles from "./assertions.module.css";

interface MoreFieldsProps {
  fields: AssertionFields;
  problems: Problems<AssertionFields>;
  dataset: Dataset | undefined;
  onChange(part: Partial<AssertionFields>): void;
}

const findOwners = namedChoicesFrom(related, "owners");

export function MoreFields({ fields, problems, dataset, onChange }: MoreFieldsProps) {
  const hasProblem = problems.where ?? problems.crontab ?? problems.timezone ?? problems.owners;
  return (
    <details className={styles.more} open={hasProblem !== undefined || undefined}>
      <summary>{t("Schedule, rows and owners")}</summary>
      <div className={styles.switchRow}>
        <span id="assertion-active">{t("Check on a schedule")}</span>
        <Switch
          size="small"
          aria-labelledby="assertion-active"
          checked={fields.active}
          onChange={(active) => onChange({ active })}
        />
      </div>
      {fields.active ? (
        <ScheduleField
          crontab={fields.crontab}
          timezone={fields.timezone}
          problems={{ crontab: problems.crontab, timezone: problems.timezone }}
          onChange={onChange}
        />
      ) : null}
      <SqlExpression
        label={t("Only rows where")}
        hint={t("An SQL condition. Empty = all rows.")}
        kind="where"
        dataset={dataset}
        value={fields.where}
        onChange={(where) => onChange({ where })}
      />
      {problems.where ? (
        <p role="alert" className={styles.problem}>
          {problems.where}
        </p>
      ) : null}
      <Field label={t("Owners")} hint={t("Shown as whom to ask when it fails.")} problem={problems.owners}>
        {(id) => (
          <PeopleSelect id={id} value={fields.owners} search={findOwners} onChange={(owners) => onChange({ owners })} />
        )}
      </Field>
      <Field label={t("Description")} problem={problems.description}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={2}
            value={fields.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
    </details>
  );
}
