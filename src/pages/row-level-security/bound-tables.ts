import type * as rules from "../../api/row-level-security/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { PersonChoice } from "../../web/components/PeopleSelect.tsx";

/** Tables still protected by a rule although none of its datasets uses them anymore. */
export function tablesWithoutDataset({ bound_tables: bound = [] }: Partial<rules.Rule>): PersonChoice[] {
  return bound
    .filter(({ dataset_id }) => dataset_id === null)
    .map(({ id, catalog, schema, table_name }) => {
      const name = [catalog, schema, table_name].filter(Boolean).join(".");
      return { id, name: t("{table} (no dataset)", { table: name }) };
    });
}
