import * as rules from "../../api/row-level-security/contract.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { RecordsPage } from "../../web/list-view/RecordsPage.tsx";
import { can } from "../../web/session/session.ts";
import { NOUN, ruleList } from "./rule-list.tsx";

const NewRule = lazyComponent(async () => (await import("./RuleDialog.tsx")).NewRule);
const EditRule = lazyComponent(async () => (await import("./RuleDialog.tsx")).EditRule);

/** All rules of row-level security. */
export function RulesPage() {
  return (
    <RecordsPage
      path="/rowlevelsecurity/list/"
      mayWrite={can("can_write", "Row Level Security")}
      listOf={ruleList}
      newLabel="New rule"
      New={NewRule}
      Edit={EditRule}
      deletion={(rows) => ({
        things: rows,
        noun: NOUN,
        contract: rules,
        listKey: "row-level-security",
        consequences: async () => "Rows that only this held back will be seen by whoever may read the datasets.",
      })}
    />
  );
}
