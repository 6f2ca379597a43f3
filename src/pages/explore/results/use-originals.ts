import { useMemo } from "react";
import { memoryKey } from "../../../model/dataset.ts";
import { useStored } from "../../../web/session/storage.ts";
import { useExplore } from "../workbench/store-context.ts";

const KEY = "explore.originals";

/** Names of columns by dataset id. */
type Originals = Readonly<Record<string, readonly string[]>>;
const NONE: Originals = {};
const NO_COLUMNS: readonly string[] = [];

/** The columns of the dataset whose times are shown as the database gives them, remembered from visit to visit. */
export function useOriginals(): { originals: ReadonlySet<string>; toggle(column: string): void } {
  const datasetId = useExplore((state) => memoryKey(state.dataset));
  const [known, write] = useStored(KEY, NONE);
  const columns = known[datasetId] ?? NO_COLUMNS;
  const originals = useMemo(() => new Set(columns), [columns]);
  const toggle = (column: string) => {
    const rest = columns.filter((one) => one !== column);
    write({ ...known, [datasetId]: rest.length < columns.length ? rest : [...columns, column] });
  };
  return { originals, toggle };
}
