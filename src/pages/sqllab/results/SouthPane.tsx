import { Table2, X } from "lucide-react";
import { useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { Tabs } from "../../../ui/Tabs.tsx";
import { useLab, useLabState, useTab } from "../state/lab-context.ts";
import { patchTab } from "../state/store.ts";
import { pinKey } from "../state/tab.ts";
import { HistoryTab } from "./HistoryTab.tsx";
import { Results } from "./Results.tsx";
import { ResultTools, type Shown } from "./ResultTools.tsx";
import styles from "./results.module.css";
import { TableTab } from "./TableTab.tsx";

export function SouthPane() {
  const lab = useLab();
  const tab = useTab();
  const databases = useLabState((state) => state.databases);
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState<Shown>();
  const pinned = tab.tables.map((table) => {
    const key = pinKey(table);
    return {
      key,
      label: (
        <span className={styles.pinned}>
          <Table2 size={14} aria-hidden />
          {table.name}
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the pane itself has a button for it */}
          <span
            title={t("Unpin {name}", { name: table.name })}
            className={styles.unpin}
            onClick={(event) => {
              event.stopPropagation();
              lab.unpin(tab.key, key);
            }}
          >
            <X size={12} aria-hidden />
          </span>
        </span>
      ),
      content: (
        <TableTab
          key={`${tab.key} ${key}`}
          table={table}
          hasPreview={databases.find(({ id }) => id === table.dbId)?.disable_data_preview !== true}
          onUnpin={() => lab.unpin(tab.key, key)}
        />
      ),
    };
  });
  const tabs = [
    { key: "results", label: t("Results"), content: <Results key={tab.key} search={search} onShown={setShown} /> },
    { key: "history", label: t("History"), content: <HistoryTab key={tab.key} /> },
    ...pinned,
  ];
  const active = tabs.some(({ key }) => key === tab.pane) ? tab.pane : "results";
  return (
    <section className={styles.pane} aria-label={t("Results")}>
      <Tabs
        label={t("Results")}
        tabs={tabs}
        active={active}
        onChange={(pane) => patchTab(lab.store, tab.key, { pane })}
        extra={active === "results" ? <ResultTools shown={shown} search={search} onSearch={setSearch} /> : null}
      />
    </section>
  );
}
