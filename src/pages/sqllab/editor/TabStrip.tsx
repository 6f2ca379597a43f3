import { Ellipsis, Plus, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { inlineKey } from "../../../i18n/direction.ts";
import { t } from "../../../i18n/translate.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Menu, type MenuEntry } from "../../../ui/Menu.tsx";
import { useLab, useLabState, useTab } from "../state/lab-context.ts";
import { isOpen } from "../state/store.ts";
import { type EditorTab, isSaved } from "../state/tab.ts";
import { openDialog } from "./actions.ts";
import styles from "./editor.module.css";

export function TabStrip() {
  const lab = useLab();
  const tabs = useLabState((state) => state.tabs);
  const { key: active } = useTab();
  const row = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    row.current
      ?.querySelector(`#${CSS.escape(`${id}-${active}`)}`)
      ?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [active, id]);
  const focus = (key: string | undefined) =>
    key !== undefined && row.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${key}`)}`)?.focus();
  const handleKey = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[inlineKey(event.key)];
    if (event.key === "F2") openDialog(lab, "rename");
    else if (event.key === "Delete") {
      lab.close(active);
      requestAnimationFrame(() => focus(lab.store.getState().active));
    } else if (to !== undefined) {
      const next = tabs[(to + tabs.length) % tabs.length];
      if (next) lab.activate(next.key);
      focus(next?.key);
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <div ref={row} className={styles.tabs} role="tablist" aria-label={t("Queries")} onKeyDown={handleKey}>
        {tabs.map((tab) => (
          <OneTab key={tab.key} id={`${id}-${tab.key}`} tab={tab} isActive={tab.key === active} />
        ))}
      </div>
      <IconButton label={t("New query")} keys="Alt+T" icon={<Plus size={16} />} onClick={() => lab.add({})} />
      <TabMenu />
    </>
  );
}

function OneTab({ id, tab, isActive }: { id: string; tab: EditorTab; isActive: boolean }) {
  const lab = useLab();
  const isRunning = useLabState((state) => isOpen(state.runs[tab.key]));
  const isClean = isSaved(tab);
  return (
    <button
      id={id}
      type="button"
      role="tab"
      aria-selected={isActive}
      tabIndex={isActive ? 0 : -1}
      className={styles.tab}
      title={isClean ? tab.name : t("{name} · not saved as a query", { name: tab.name })}
      onClick={() => isActive || lab.activate(tab.key)}
      onDoubleClick={() => openDialog(lab, "rename")}
      onAuxClick={(event) => event.button === 1 && lab.close(tab.key)}
    >
      <span className={styles.tabName} dir="auto">
        {tab.name}
      </span>
      {isRunning ? <span className={styles.running} role="img" aria-label={t("running")} /> : null}
      {isClean || isRunning ? null : <span className={styles.dot} role="img" aria-label={t("not saved as a query")} />}
      {/* Delete closes the tab by keyboard; a tab can't contain a button. */}
      <span
        className={styles.close}
        title={t("Close {name}", { name: tab.name })}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          lab.close(tab.key);
        }}
      >
        <X size={14} />
      </span>
    </button>
  );
}

function TabMenu() {
  const lab = useLab();
  const { key } = useTab();
  const isOnly = useLabState((state) => state.tabs.length === 1);
  const items: MenuEntry[] = [
    { key: "rename", label: t("Rename…"), keys: "F2", onSelect: () => openDialog(lab, "rename") },
    { key: "duplicate", label: t("Duplicate"), onSelect: () => lab.duplicate(key) },
    { key: "line", divider: true },
    { key: "close", label: t("Close"), keys: "Delete", onSelect: () => lab.close(key) },
    { key: "others", label: t("Close others"), disabled: isOnly, onSelect: () => lab.closeOthers(key) },
  ];
  return (
    <Menu items={items} placement="bottomRight">
      <IconButton label={t("Query tab actions")} icon={<Ellipsis size={16} />} />
    </Menu>
  );
}
