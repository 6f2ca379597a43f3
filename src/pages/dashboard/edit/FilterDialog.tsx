import { Button } from "antd";
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { isControl, isDivider, type NativeFilterEntry } from "../../../model/native-filter.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { later } from "../../../web/client/clock.ts";
import { useDashboardPage } from "../state/context.ts";
import { DividerForm } from "./DividerForm.tsx";
import { FilterEntryList } from "./FilterEntryList.tsx";
import { FilterForm } from "./FilterForm.tsx";
import {
  addEntry,
  crossEntry,
  type FilterDraft,
  type FilterProblem,
  moveEntry,
  newControl,
  newDivider,
  problemsOf,
  REMOVAL_MS,
  remainingEntries,
  replaceEntry,
  stepEntry,
} from "./filter-draft.ts";
import styles from "./filter-forms.module.css";
import { newFilterFor } from "./suggested-filters.ts";

interface FilterDialogProps {
  entries: readonly NativeFilterEntry[];
  /** A new filter to start with; true = an empty one. */
  added?: NativeFilterEntry | true | undefined;
  isSaving?: boolean;
  onSave(entries: readonly NativeFilterEntry[]): void;
  onClose(): void;
}

export function FilterDialog({ entries, added: toAdd, isSaving = false, onSave, onClose }: FilterDialogProps) {
  const { store } = useDashboardPage();
  const newFilter = () => newFilterFor(store.getState().dashboard);
  const [first] = useState(() => firstDraft(entries, toAdd, newFilter));
  const [draft, setDraft] = useState<FilterDraft>(first.draft);
  const [selected, setSelected] = useState<string | undefined>(first.selected);
  const [lastHandled, setLastHandled] = useState<{ id: string } | null>(null);
  const [added, setAdded] = useState<string>();
  const [failedSaves, setFailedSaves] = useState(0);
  const main = useRef<HTMLDivElement>(null);
  const removal = useRemovals(setDraft);
  const problems = problemsOf(draft);
  const entry = draft.entries.find((one) => one.id === selected) ?? draft.entries[0];
  const change = (next: NativeFilterEntry) => setDraft((old) => replaceEntry(old, next));
  const add = (next: NativeFilterEntry) => {
    setDraft((old) => addEntry(old, next));
    setSelected(next.id);
    setAdded(next.id);
  };
  const applyMove = (to: ReturnType<typeof crossEntry>) => {
    setDraft(to.draft);
    setSelected(to.moved);
    setLastHandled({ id: to.moved });
  };
  const save = () => {
    const wrong = Object.keys(problems)[0];
    if (wrong) {
      setFailedSaves(failedSaves + 1);
      if (!entry || !problems[entry.id]) setSelected(wrong);
      return;
    }
    onSave(remainingEntries(draft));
  };
  const shown = failedSaves > 0 ? problems : {};
  useEffect(() => {
    return failedSaves > 0 && main.current
      ? focusWhenRendered(main.current, ".ant-form-item-has-error input")
      : undefined;
  }, [failedSaves]);
  useEffect(() => {
    if (added) main.current?.querySelector<HTMLElement>("#filter-name, #divider-title")?.focus();
  }, [added]);
  return (
    <Dialog
      open
      title={t("Filters and controls")}
      width={960}
      height="min(720px, 90vh)"
      dirty={!isSaving && isChanged(draft, first)}
      onClose={onClose}
      primary={{ label: t("Save filters"), loading: isSaving, onClick: save, byEnter: false }}
      footerNote={summaryOf(draft, shown)}
    >
      <div className={styles.filterDialog}>
        <div className={styles.filterSide}>
          <Menu
            items={[
              { key: "filter", label: t("Filter"), onSelect: () => add(newFilter()) },
              { key: "control", label: t("Display control"), onSelect: () => add(newControl()) },
              {
                key: "divider",
                label: t("Divider"),
                onSelect: () => add(newDivider(entry && isControl(entry) ? "controls" : "filters")),
              },
            ]}
          >
            <Button icon={<Plus size={16} />}>{t("New")}</Button>
          </Menu>
          <FilterEntryList
            draft={draft}
            selected={entry?.id}
            problems={shown}
            handled={lastHandled}
            onSelect={setSelected}
            onMove={(id, step) => setDraft((old) => moveEntry(old, id, step))}
            onStep={(id, step) => applyMove(stepEntry(draft, id, step))}
            onCross={(id, before) => applyMove(crossEntry(draft, id, before))}
            onRemove={(id) => {
              removal.remove(id);
              setLastHandled({ id });
            }}
            onRestore={(id) => {
              removal.restore(id);
              setLastHandled({ id });
            }}
          />
        </div>
        <div ref={main} className={styles.filterMain}>
          {!entry || draft.pending.has(entry.id) ? (
            <EmptyState
              title={entry ? t("This filter was removed") : t("No filters yet")}
              text={entry ? t("Use Undo to restore the filter.") : t("Use New to add one.")}
            />
          ) : isDivider(entry) ? (
            <DividerForm key={entry.id} divider={entry} problems={shown[entry.id] ?? []} onChange={change} />
          ) : (
            <FilterForm
              key={`${entry.id} ${failedSaves}`}
              filter={entry}
              draft={draft}
              problems={shown[entry.id] ?? []}
              onChange={change}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Waits for the form when parts of it load later. Returns a cancel function. */
function focusWhenRendered(form: HTMLElement, selector: string): () => void {
  const find = () => {
    if (!form.querySelector("input")) return;
    observer.disconnect();
    form.querySelector<HTMLElement>(selector)?.focus();
  };
  const observer = new MutationObserver(find);
  observer.observe(form, { childList: true, subtree: true });
  find();
  return () => observer.disconnect();
}

interface FirstDraft {
  draft: FilterDraft;
  selected: string | undefined;
  isChanged: boolean;
}

const isChanged = (draft: FilterDraft, first: FirstDraft) =>
  first.isChanged || draft.entries !== first.draft.entries || draft.pending.size > 0;

function firstDraft(
  entries: readonly NativeFilterEntry[],
  added: NativeFilterEntry | true | undefined,
  newFilter: () => NativeFilterEntry,
): FirstDraft {
  const draft = { entries, pending: new Set<string>() };
  const given = added === undefined && entries.length === 0 ? true : added;
  const one = given === true ? newFilter() : given;
  if (one === undefined) return { draft, selected: entries[0]?.id, isChanged: false };
  return { draft: addEntry(draft, one), selected: one.id, isChanged: added !== undefined };
}

function summaryOf(draft: FilterDraft, problems: Record<string, readonly FilterProblem[]>): string {
  const wrong = Object.keys(problems).length;
  if (wrong > 0) return t("Fix {count, plural, one {# entry} other {# entries}} to save", { count: wrong });
  const entries = remainingEntries(draft).filter((entry) => !isDivider(entry));
  const controls = entries.filter(isControl).length;
  const filters = entries.length - controls;
  if (controls === 0) return t("{filters, plural, one {# filter} other {# filters}}", { filters });
  return t(
    "{filters, plural, one {# filter} other {# filters}}, {controls, plural, one {# display control} other {# display controls}}",
    { filters, controls },
  );
}

function useRemovals(setDraft: (step: (old: FilterDraft) => FilterDraft) => void) {
  const timers = useRef(new Map<string, () => void>());
  useEffect(() => {
    const { current } = timers;
    return () => {
      for (const cancel of current.values()) cancel();
    };
  }, []);
  const mark = (id: string, isPending: boolean) =>
    setDraft((old) => {
      const pending = new Set(old.pending);
      if (isPending) pending.add(id);
      else pending.delete(id);
      return { ...old, pending };
    });
  const finish = (id: string) =>
    setDraft((old) => {
      if (!old.pending.has(id)) return old;
      const pending = new Set([...old.pending].filter((other) => other !== id));
      return { entries: remainingEntries({ entries: old.entries, pending: new Set([id]) }), pending };
    });
  return {
    remove: (id: string) => {
      mark(id, true);
      timers.current.set(
        id,
        later(REMOVAL_MS, () => finish(id)),
      );
    },
    restore: (id: string) => {
      timers.current.get(id)?.();
      mark(id, false);
    },
  };
}
