import { useQuery } from "@tanstack/react-query";
import { list } from "../../../api/assertion/contract.ts";
import { STATES } from "../../../features/assertions/StatePill.tsx";
import { t } from "../../../i18n/translate.ts";
import { Field } from "../../../ui/Field.tsx";
import { call } from "../../../web/client/client.ts";
import { PeopleSelect } from "../../../web/components/PeopleSelect.tsx";
import { ValueFields } from "./ByValueFields.tsx";
import styles from "./dialog.module.css";
import type { Named } from "./draft.ts";
import type { ReportForm } from "./use-report-form.ts";

const PAGE = {
  columns: ["id", "name", "dataset_name", "state"],
  order_column: "name",
  order_direction: "asc" as const,
  page: 0,
  page_size: 100,
};

async function find(filters: { col: string; opr: string; value: unknown }[], signal: AbortSignal) {
  const { result } = await call(list, { q: { ...PAGE, filters } }, { signal });
  return result.map(({ id = 0, name = "", dataset_name, state }) => ({
    ...{ id, name },
    detail: [dataset_name, state && STATES[state].word].filter(Boolean).join(" · "),
  }));
}

const search = (text: string, signal: AbortSignal) =>
  find(text ? [{ col: "name", opr: "ct", value: text }] : [], signal);

interface AssertionsFieldProps extends Pick<ReportForm, "draft" | "change" | "problems"> {
  assertions: readonly Named[];
}

/** The assertions that an alert is about, each with a state of its own. */
export function AssertionsField({ draft, change, problems, assertions }: AssertionsFieldProps) {
  const names = useNames(assertions.map(({ id }) => id));
  const problem = problems.assertions ?? Object.entries(problems).find(([name]) => name.startsWith("extra"))?.[1];
  return (
    <>
      <Field
        label={t("Assertions *")}
        hint={t("Each run reads the latest results. Assertions are checked on their own schedules.")}
        problem={problem}
      >
        {(of) => (
          <PeopleSelect
            id={of}
            kind="assertions"
            value={assertions.map(({ id, name }) => ({ id, name: names.get(id) ?? name }))}
            search={search}
            onChange={(chosen) => change({ assertions: chosen })}
          />
        )}
      </Field>
      <div className={styles.byValue}>
        <ValueFields byValue={draft.byValue} change={change} />
      </div>
    </>
  );
}

/** Alerts store IDs only. */
function useNames(ids: readonly number[]): ReadonlyMap<number, string> {
  const { data } = useQuery({
    queryKey: ["assertions", "names", ids],
    enabled: ids.length > 0,
    queryFn: ({ signal }) => find([{ col: "id", opr: "in", value: ids }], signal),
  });
  return new Map(data?.map(({ id, name }) => [id, name]));
}
