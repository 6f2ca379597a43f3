import type { User } from "../user.ts";
import { chartRules } from "./charts.ts";
import { openDashboardRules } from "./dashboards.ts";
import { datasetRules } from "./datasets.ts";
import { folderEditorRule, type PlacedNoun } from "./folders.ts";
import { always, anyOf, ownerRule, type Rule, type RuledNoun } from "./rule.ts";

const VISIBLE: Readonly<Record<PlacedNoun, (user: User) => Rule[]>> = {
  chart: chartRules,
  dashboard: openDashboardRules,
  dataset: datasetRules,
};

/** Changes also need the write permission of the resource. */
export function changeRules(user: User, noun: RuledNoun): Rule[] {
  const own = [always("admin", user.isAdmin), ownerRule(user, noun)];
  if (noun === "report" || noun === "folder") return own;
  return [...own, folderEditorRule(user, noun, anyOf(VISIBLE[noun](user)))];
}
