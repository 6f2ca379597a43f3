import { useMemo, useState } from "react";
import { FailingCounts } from "../../../features/assertions/FailingCounts.tsx";
import { FailingList } from "../../../features/assertions/FailingList.tsx";
import { t } from "../../../i18n/translate.ts";
import { Popover } from "../../../ui/Popover.tsx";
import { useDashboardPage, useView } from "../state/context.ts";
import { scrollToChart } from "../state/scroll-to.ts";
import styles from "./Header.module.css";

/** How many assertions fail or couldn't be checked, and which charts show the data. */
export function AssertionsPill() {
  const { store } = useDashboardPage();
  const [isOpen, setOpen] = useState(false);
  const failing = useView((view) => view.failing);
  const failed = failing.filter(({ state }) => state === "failed").length;
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
      label={t("Assertions")}
      content={<FailingList failing={failing} charts={names} onShowChart={show} />}
    >
      <button type="button" className={styles.pillButton} aria-haspopup="dialog" aria-expanded={isOpen}>
        <FailingCounts failed={failed} errors={failing.length - failed} />
      </button>
    </Popover>
  );
}
