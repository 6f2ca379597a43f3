import { Button, Input, InputNumber, Select } from "antd";
import { Play } from "lucide-react";
import { useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { DEFAULT_CRONTAB } from "../../../model/assertion.ts";
import { CodeEditor } from "../../../ui/code/CodeEditor.tsx";
import { Field } from "../../../ui/Field.tsx";
import { AssertionsField } from "./AssertionsField.tsx";
import { ByValueFields, NEW_BY_VALUE } from "./ByValueFields.tsx";
import styles from "./dialog.module.css";
import { DAILY, type Draft, type Operator } from "./draft.ts";
import { RelatedSelect } from "./RelatedSelect.tsx";
import { InlineTestResult } from "./TestResult.tsx";
import type { ReportForm } from "./use-report-form.ts";
import type { AlertTest } from "./use-test.ts";

const OPERATORS: { value: Operator; label: string }[] = [
  { value: ">", label: t("is more than") },
  { value: ">=", label: t("is at least") },
  { value: "<", label: t("is less than") },
  { value: "<=", label: t("is at most") },
  { value: "==", label: t("equals") },
  { value: "!=", label: t("does not equal") },
  { value: "not null", label: t("has a value") },
];

type SectionProps = Pick<ReportForm, "draft" | "change" | "problems">;

export function Condition({ form, test, isReadOnly }: { form: ReportForm; test: AlertTest; isReadOnly: boolean }) {
  const isAlert = form.draft.type === "Alert";
  const [hasDescription, setHasDescription] = useState(form.draft.description !== "");
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3 className={styles.heading}>{isAlert ? t("Condition") : t("General")}</h3>
        {isAlert && !hasDescription && !isReadOnly ? (
          <Button type="link" size="small" onClick={() => setHasDescription(true)}>
            {t("Add description")}
          </Button>
        ) : null}
      </div>
      <div className={styles.pair}>
        <Name {...form} />
        {isAlert ? <ConditionKind {...form} /> : <Description {...form} />}
      </div>
      {isAlert && form.draft.assertions ? <AssertionsField {...form} assertions={form.draft.assertions} /> : null}
      {isAlert && !form.draft.assertions ? (
        <>
          <Database {...form} />
          <Sql {...form} isReadOnly={isReadOnly} />
          <Threshold {...form} test={test} />
          <ByValueFields {...form} />
          <InlineTestResult test={test} />
        </>
      ) : null}
      {isAlert && hasDescription ? <Description {...form} /> : null}
    </section>
  );
}

function Name({ draft, change, problems }: SectionProps) {
  return (
    <Field label={t("Name *")} problem={problems.name}>
      {(of) => (
        <Input
          id={of}
          maxLength={150}
          value={draft.name}
          status={problems.name ? "error" : ""}
          onChange={(event) => change({ name: event.target.value })}
        />
      )}
    </Field>
  );
}

type ConditionOn = "query" | "assertions";

/** A new alert has the schedule that is usual for its condition, unless the user chose one. */
function conditionOn(next: ConditionOn, crontab: string | undefined): Partial<Draft> {
  const [usual, other] = next === "query" ? [DAILY, DEFAULT_CRONTAB] : [DEFAULT_CRONTAB, DAILY];
  return {
    ...(next === "query" ? { assertions: undefined, byValue: undefined } : { assertions: [], byValue: NEW_BY_VALUE }),
    ...(crontab === other ? { crontab: usual } : {}),
  };
}

function ConditionKind({ draft, change, isNew }: SectionProps & Pick<ReportForm, "isNew">) {
  const kind: ConditionOn = draft.assertions ? "assertions" : "query";
  return (
    <Field label={t("Fire when")}>
      {(of) => (
        <Select<ConditionOn>
          id={of}
          className={styles.wide}
          value={kind}
          options={[
            { value: "query", label: t("A result crosses a threshold") },
            { value: "assertions", label: t("An assertion fails") },
          ]}
          onChange={(next) => change(conditionOn(next, isNew ? draft.crontab : undefined))}
        />
      )}
    </Field>
  );
}

function Database({ draft, change, problems }: SectionProps) {
  return (
    <Field label={t("Database *")} problem={problems.database}>
      {(of) => (
        <RelatedSelect
          id={of}
          column="database"
          value={draft.database}
          isInvalid={problems.database !== undefined}
          onChange={(database) => change({ database })}
        />
      )}
    </Field>
  );
}

function Description({ draft, change, problems }: SectionProps) {
  return (
    <Field label={t("Description")} problem={problems.description}>
      {(of) => (
        <Input id={of} value={draft.description} onChange={(event) => change({ description: event.target.value })} />
      )}
    </Field>
  );
}

function Sql({ draft, change, problems, isReadOnly }: SectionProps & { isReadOnly: boolean }) {
  return (
    <Field
      label="SQL *"
      aside={draft.byValue ? t("The last column is the number, the others name the row") : t("Must return one number")}
      problem={problems.sql}
    >
      {(of) => (
        <CodeEditor
          id={of}
          label="SQL"
          language="sql"
          lines={2}
          isReadOnly={isReadOnly}
          isWrong={problems.sql !== undefined}
          value={draft.sql}
          onChange={(sql) => change({ sql })}
        />
      )}
    </Field>
  );
}

function Threshold({ draft, change, problems, test }: SectionProps & { test: AlertTest }) {
  const { op, threshold } = draft;
  const problem = problems.validator_config_json;
  return (
    <div data-problem={problem ? "" : undefined}>
      <div className={styles.line}>
        <span>{t("Fire when the result")}</span>
        <span className={styles.comparison}>
          <Select
            aria-label={t("Fire when the result")}
            className={styles.operator}
            value={op}
            options={OPERATORS}
            onChange={(next) => change({ op: next })}
          />
          {op === "not null" ? (
            <span className={styles.quiet}>{t("other than 0")}</span>
          ) : (
            <InputNumber
              aria-label={t("Threshold")}
              className={styles.threshold}
              controls={false}
              value={threshold}
              status={problem ? "error" : ""}
              onChange={(value) => change({ threshold: value })}
            />
          )}
        </span>
        <Button
          className={styles.atEnd}
          icon={<Play size={14} />}
          loading={test.isBusy}
          disabled={!test.canRun}
          onClick={() => void test.run()}
        >
          {t("Test now")}
        </Button>
      </div>
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
