import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import { performance } from "../../../api/dashboard/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { Pill } from "../../../ui/Pill.tsx";
import { Tooltip } from "../../../ui/Tooltip.tsx";
import { call } from "../../../web/client/client.ts";
import { budgetText } from "../../../web/components/budget-text.ts";
import styles from "./Header.module.css";

/** Opens the performance profile. Absent within the budget, and when it can't be loaded. */
export function BudgetPill({ id, onOpen }: { id: number; onOpen(): void }) {
  const { data } = useQuery({
    queryKey: ["dashboard-performance", id],
    queryFn: async ({ signal }) => (await call(performance, { params: { id: String(id) } }, { signal })).result,
  });
  if (!data?.measured || data.excess.length === 0) return null;
  const text = budgetText({ views: data.measured.views, excess: data.excess });
  const label = t("Over performance budget");
  return (
    <Tooltip title={text}>
      <button type="button" className={styles.pillButton} aria-label={`${label}. ${text}`} onClick={onOpen}>
        <Pill tone="warning" icon={<Gauge size={12} aria-hidden />}>
          {label}
        </Pill>
      </button>
    </Tooltip>
  );
}
