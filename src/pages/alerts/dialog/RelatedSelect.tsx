import * as report from "../../../api/report/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { FoundSelect } from "../../../web/components/FoundSelect.tsx";
import { choicesFrom } from "../../../web/list-view/choices.ts";
import type { Named } from "./draft.ts";

interface RelatedSelectProps {
  id: string;
  column: "database" | "dashboard" | "chart";
  value: Named | undefined;
  isInvalid: boolean;
  onChange(value: Named): void;
}

const TEXTS = {
  database: { placeholder: t("Choose a database"), none: t("No databases found") },
  dashboard: { placeholder: t("Choose a dashboard"), none: t("No dashboards found") },
  chart: { placeholder: t("Choose a chart"), none: t("No charts found") },
};

export function RelatedSelect({ column, ...props }: RelatedSelectProps) {
  return (
    <FoundSelect
      {...props}
      {...TEXTS[column]}
      searchKey={["report", "related", column]}
      find={async (text, signal) =>
        (await choicesFrom(report.related, column)(text, signal)).map((one) => ({
          value: Number(one.value),
          label: one.text,
        }))
      }
    />
  );
}
