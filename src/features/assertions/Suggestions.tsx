import { useQueries, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { create, test } from "../../api/assertion/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { call } from "../../web/client/client.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { type Assertion, refreshAssertions, refreshWhenChecked } from "./assertion-calls.ts";
import { type AssertionFields, bodyOf, proposedName } from "./assertion-fields.ts";
import styles from "./assertions.module.css";
import { STATES, StatePill } from "./StatePill.tsx";
import { suggestionsFor } from "./suggestions.ts";

const sameCheck = (one: Pick<AssertionFields, "kind" | "params">, other: Pick<Assertion, "kind" | "params">) =>
  one.kind === other.kind &&
  JSON.stringify(one.params.columns ?? one.params.column) ===
    JSON.stringify(other.params.columns ?? other.params.column);

/** Those that pass now, offered until the tab is left if the dataset had no assertions. */
export function Suggestions({ dataset, assertions }: { dataset: Dataset; assertions: readonly Assertion[] }) {
  const queries = useQueryClient();
  const [wasEmpty] = useState(assertions.length === 0);
  const [adding, setAdding] = useState<string>();
  const passing = usePassing(dataset, wasEmpty);
  const missing = passing.filter(({ fields }) => !assertions.some((other) => sameCheck(fields, other)));
  if (missing.length === 0) return null;
  const add = async (fields: AssertionFields) => {
    const name = proposedName(fields, dataset);
    setAdding(name);
    try {
      const { id } = await call(create, { body: { ...bodyOf(fields, dataset), dataset_id: dataset.id } });
      void refreshWhenChecked(queries, id).catch(() => undefined);
      toast.success(t("Saved: {name}", { name }));
    } catch (error) {
      toast.error(error);
    }
    await refreshAssertions(queries);
    setAdding(undefined);
  };
  return (
    <section aria-label={t("Suggested")} className={styles.suggestions}>
      <h3>{t("Suggested")}</h3>
      <ul>
        {missing.map(({ fields, message }) => {
          const name = proposedName(fields, dataset);
          return (
            <li key={name}>
              <StatePill state="passed" />
              <span className={styles.suggested}>
                <span dir="auto">{name}</span>
                {message === STATES.passed.word ? null : <small dir="auto">{message}</small>}
              </span>
              <Button
                size="small"
                icon={<Plus size={14} />}
                aria-label={t("Add “{name}”", { name })}
                loading={adding === name}
                onClick={() => void add(fields)}
              >
                {t("Add")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function usePassing(dataset: Dataset, enabled: boolean) {
  const suggested = useMemo(() => suggestionsFor(dataset), [dataset]);
  const tested = useQueries({
    queries: suggested.map((fields) => ({
      queryKey: ["assertion suggestion", dataset.id, fields.kind, fields.params],
      enabled,
      retry: false,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(test, { body: { ...bodyOf(fields, dataset), dataset_id: dataset.id } }, { signal }),
    })),
  });
  return suggested.flatMap((fields, i) => {
    const result = tested[i]?.data?.result;
    return result?.state === "passed" ? [{ fields, message: result.message }] : [];
  });
}
