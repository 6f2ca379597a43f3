import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { show } from "../../api/dataset/contract.ts";
import * as rules from "../../api/row-level-security/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { call } from "../../web/client/client.ts";
import { SLOW_DEBOUNCE_MS, useDebounced } from "../../web/client/clock.ts";
import { useFetched } from "../../web/client/use-fetched.ts";
import { datasetWords } from "../../web/sql/words.ts";
import { ClauseBuilder } from "./ClauseBuilder.tsx";
import { commonColumns, conditionsIn } from "./conditions.ts";
import { RuleSentence } from "./RuleSentence.tsx";
import { draftOf, type RuleFields } from "./rule-fields.ts";

interface ClauseFieldProps {
  fields: RuleFields;
  id: number | undefined;
  problem: string | undefined;
  onChange(clause: string): void;
}

/** The condition of a rule: built from columns, or as SQL. It is checked on every dataset while it is written. */
export function ClauseField({ fields, id, problem, onChange }: ClauseFieldProps) {
  const { clause } = fields;
  const datasets = useDatasets(fields.tables.map((table) => table.id));
  const [first] = datasets;
  const [prefersSql, setPrefersSql] = useState(false);
  const conditions = first ? conditionsIn(clause, first) : undefined;
  const canBuild = conditions !== undefined && commonColumns(datasets).length > 0;
  const isBuilt = canBuild && !prefersSql;
  const check = useCheck(fields, id);
  return (
    <>
      <Field
        label={t("Clause *")}
        problem={problem ?? check.error?.message}
        aside={
          first ? (
            <Segmented
              label={t("Clause as")}
              value={isBuilt ? "conditions" : "sql"}
              options={[
                { value: "conditions", label: t("Conditions"), disabled: !canBuild },
                { value: "sql", label: t("SQL") },
              ]}
              onChange={(kind) => setPrefersSql(kind === "sql")}
            />
          ) : undefined
        }
        hint={hintFor({ isBuilt, canBuild: canBuild || !first, isChecked: check.data !== undefined })}
      >
        {(of) =>
          isBuilt && first ? (
            <ClauseBuilder id={of} clause={clause} datasets={datasets} onChange={onChange} />
          ) : (
            <CodeEditor
              id={of}
              label={t("Clause *")}
              language="sql"
              dialect={first?.database?.backend}
              words={datasetWords(first, [])}
              lines={2}
              isWrong={check.error !== undefined}
              value={clause}
              onChange={onChange}
            />
          )
        }
      </Field>
      <RuleSentence fields={fields} dataset={first} conditions={conditions} />
    </>
  );
}

function hintFor({ isBuilt, canBuild, isChecked }: { isBuilt: boolean; canBuild: boolean; isChecked: boolean }) {
  if (isChecked) return t("The clause works on every chosen dataset.");
  if (isBuilt) return t("Users only see rows that match all conditions.");
  if (!canBuild) return t("This SQL can't be shown as conditions. Rows that don't match are hidden.");
  return t("SQL condition on the datasets' columns, for example region = 'North'. Rows that don't match are hidden.");
}

/** Those that the user can read, in order. */
function useDatasets(ids: readonly number[]): Dataset[] {
  const results = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["row-level-security", "dataset", id],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(show, { params: { id: `${id}` } }, { signal }),
      retry: false,
    })),
  });
  const known = results.flatMap(({ data }) => (data ? [data.result] : []));
  return known.length === ids.length ? known : [];
}

/** While the clause is written, before it is saved. */
function useCheck(fields: RuleFields, id: number | undefined) {
  const draft = draftOf({ ...fields, roles: [], filter_type: "Base", group_key: "" }, id);
  const key = useDebounced(draft && JSON.stringify(draft), SLOW_DEBOUNCE_MS);
  return useFetched(key, async (signal) => {
    const body = JSON.parse(key ?? "{}") as rules.PreviewRule;
    return (await call(rules.preview, { body }, { signal })).result;
  });
}
