import { TriangleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import { FailingList } from "../../../features/assertions/FailingList.tsx";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { Pill } from "../../../ui/Pill.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import { useDashboardPage, useView } from "../state/context.ts";
import { scrollToChart } from "../state/scroll-to.ts";
import styles from "./Header.module.css";

/** How many assertions fail, and which charts show the data. */
export function AssertionsPill() {
  const { store } = useDashboardPage();
  const [isOpen, setOpen] = useState(false);
  const failing = useView((view) => view.failing);
  const charts = useView((view) => view.dashboard.charts);
  const names = useMemo(() => new Map([...charts].map(([id, { slice_name }]) => [id, slice_name])), [charts]);
  const show = (id: number) => {
    setOpen(false);
    scrollToChart(store, id);
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={t("Failing assertions")}
      content={<FailingList failing={failing} charts={names} onShowChart={show} />}
    >
      <button type="button" className={styles.pillButton} aria-haspopup="dialog" aria-expanded={isOpen}>
        <Pill tone="error" icon={<TriangleAlert size={12} aria-hidden />}>
          {rich(
            "{count, plural, one {# <words>assertion failing</words>} other {# <words>assertions failing</words>}}",
            {
              count: failing.length,
              words: (text) => (
                <span key="words" className={styles.words}>
                  {text}
                </span>
              ),
            },
          )}
        </Pill>
      </button>
    </Popover>
  );
}
