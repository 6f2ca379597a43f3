import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { AdhocFilter } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { filterWords } from "../../web/control-words/filter-words.ts";
import styles from "./RuleDialog.module.css";
import type { RuleFields } from "./rule-fields.ts";

interface RuleSentenceProps {
  fields: RuleFields;
  dataset: Dataset | undefined;
  conditions: readonly AdhocFilter[] | undefined;
}

/** What the rule does, in words. */
export function RuleSentence({ fields, dataset, conditions }: RuleSentenceProps) {
  const { clause, group_key: key } = fields;
  const count = fields.tables.length + fields.bound_tables.length;
  if (clause.trim() === "" || count === 0) return null;
  if (fields.filter_type === "Regular" && fields.roles.length === 0) return null;
  const condition =
    conditions && conditions.length > 0
      ? list(conditions.map((one) => conditionText(one, dataset)))
      : clause.trim().replace(/\s+/g, " ");
  return (
    <p className={styles.sentence} role="status">
      {effectText(fields, { condition, count })}
      {key.trim() === ""
        ? null
        : ` ${t("Rows that match another rule with the group key “{key}” are shown too.", { key: key.trim() })}`}
    </p>
  );
}

function conditionText(condition: AdhocFilter, dataset: Dataset | undefined): string {
  const { subject, words, value } = filterWords(condition, dataset);
  return [subject, words, value].filter(Boolean).join(" ");
}

function effectText({ filter_type, roles }: RuleFields, { condition, count }: { condition: string; count: number }) {
  const names = list(
    roles.map(({ name }) => name),
    "disjunction",
  );
  if (filter_type === "Regular")
    return t(
      "Users with the role {roles} only see rows where {condition}, in {count, plural, one {# dataset} other {# datasets}}.",
      { roles: names, condition, count },
    );
  return roles.length === 0
    ? t("All users only see rows where {condition}, in {count, plural, one {# dataset} other {# datasets}}.", {
        condition,
        count,
      })
    : t(
        "All users without the role {roles} only see rows where {condition}, in {count, plural, one {# dataset} other {# datasets}}.",
        { roles: names, condition, count },
      );
}
