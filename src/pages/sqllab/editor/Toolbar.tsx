import { Button } from "antd";
import {
  AlignLeft,
  Braces,
  Check,
  ChevronDown,
  Ellipsis,
  ListTree,
  LoaderCircle,
  Play,
  Save,
  Share2,
  Square,
  TriangleAlert,
} from "lucide-react";
import { useNavigate } from "react-router";
import { number } from "../../../i18n/intl.ts";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Kbd } from "../../../ui/Kbd.tsx";
import { Menu, type MenuEntry } from "../../../ui/Menu.tsx";
import { can } from "../../../web/session/session.ts";
import { useDatabase, useLab, useLabState, useRun, useTab } from "../state/lab-context.ts";
import { runTargetOf } from "../state/statements.ts";
import { isOpen } from "../state/store.ts";
import { parametersOf, parsedParams } from "../state/tab.ts";
import {
  cancelRun,
  canRun,
  canSave,
  explain,
  format,
  openDialog,
  runAll,
  runNow,
  runStatement,
  share,
} from "./actions.ts";
import styles from "./editor.module.css";
import { useAutocompleteOff } from "./use-autocomplete-off.ts";

export function Toolbar() {
  const lab = useLab();
  const { sql } = useTab();
  const isEmpty = sql.trim() === "";
  return (
    <div className={styles.toolbarBox}>
      <div className={styles.toolbar} role="toolbar" aria-label={t("Query")}>
        <RunButton />
        <span className={styles.key}>
          <Kbd keys="Mod+Enter" />
        </span>
        <LimitMenu />
        <ParameterButton />
        <span className={styles.space} />
        <DraftState />
        <span className={styles.wide}>
          <Button type="text" icon={<AlignLeft size={14} />} disabled={isEmpty} onClick={() => void format(lab)}>
            {t("Format##verb")}
          </Button>
          <Button
            type="text"
            icon={<ListTree size={14} />}
            disabled={isEmpty || !canRun()}
            onClick={() => explain(lab)}
          >
            {t("Explain")}
          </Button>
        </span>
        <span className={styles.roomy}>
          <Button icon={<Share2 size={14} />} onClick={() => void share(lab)}>
            {t("Share")}
          </Button>
          {canSave() ? (
            <Button icon={<Save size={14} />} onClick={() => openDialog(lab, "save")}>
              {t("Save")}
            </Button>
          ) : null}
        </span>
        <MoreMenu />
      </div>
    </div>
  );
}

function RunButton() {
  const lab = useLab();
  const { sql, dbId } = useTab();
  const database = useDatabase();
  const run = useRun();
  const selection = useLabState((state) => state.selection);
  if (isOpen(run)) {
    return (
      <Button type="primary" danger icon={<Square size={14} />} onClick={() => cancelRun(lab)}>
        {t("Stop")}
      </Button>
    );
  }
  const { kind } = runTargetOf(sql, selection);
  const isOff = !canRun() || dbId === null || sql.trim() === "";
  const items: MenuEntry[] = [
    {
      key: "statement",
      label: t("Run statement at cursor"),
      keys: "Mod+Shift+Enter",
      onSelect: () => runStatement(lab),
    },
    { key: "all", label: t("Run all statements"), onSelect: () => runAll(lab) },
    ...(database?.allow_ctas
      ? [{ key: "ctas", label: t("Create table as…"), onSelect: () => openDialog(lab, "create-table") }]
      : []),
    ...(database?.allow_cvas
      ? [{ key: "cvas", label: t("Create view as…"), onSelect: () => openDialog(lab, "create-view") }]
      : []),
  ];
  return (
    <div className={styles.split}>
      <Button type="primary" icon={<Play size={14} />} disabled={isOff} onClick={() => runNow(lab)}>
        {kind === "selection" ? t("Run selection") : kind === "statement" ? t("Run statement") : t("Run")}
      </Button>
      <Menu items={items}>
        <Button type="primary" disabled={isOff} icon={<ChevronDown size={14} />} aria-label={t("More run options")} />
      </Menu>
    </div>
  );
}

function limitsUpTo(max: number): number[] {
  const limits = [];
  for (let rows = 10; rows < max; rows *= 10) limits.push(rows);
  return [...limits, max];
}

function LimitMenu() {
  const lab = useLab();
  const { key, limit } = useTab();
  const maxRows = useLabState((state) => state.maxRows);
  const items = limitsUpTo(maxRows).map((rows) => ({
    key: String(rows),
    label: number(rows),
    checked: rows === limit,
    onSelect: () => lab.edit(key, { limit: rows }),
  }));
  return (
    <Menu items={items}>
      <Button aria-label={t("Limit {limit, plural, one {# row} other {# rows}}", { limit })}>
        {rich("<faint>Limit</faint> {limit, number}", {
          limit,
          faint: (text) => <span className={styles.faint}>{text}</span>,
        })}
        <ChevronDown size={14} />
      </Button>
    </Menu>
  );
}

function ParameterButton() {
  const lab = useLab();
  const { sql, templateParams } = useTab();
  const values = parsedParams(templateParams);
  const count = new Set([...parametersOf(sql), ...Object.keys(values ?? {})]).size;
  if (count === 0 && values !== undefined) return null;
  const text =
    values === undefined ? t("Invalid JSON") : t("{count, plural, one {# parameter} other {# parameters}}", { count });
  return (
    <Button icon={<Braces size={14} />} danger={values === undefined} onClick={() => openDialog(lab, "parameters")}>
      {text}
    </Button>
  );
}

function DraftState() {
  const { key } = useTab();
  const isUnsent = useLabState((state) => state.unsent.has(key));
  const isSendFailing = useLabState((state) => state.isSendFailing);
  const [Icon, text] =
    isUnsent && isSendFailing
      ? ([TriangleAlert, t("Saved in this browser only")] as const)
      : isUnsent
        ? ([LoaderCircle, t("Saving draft…")] as const)
        : ([Check, t("Draft saved")] as const);
  return (
    <span className={styles.draft}>
      <Icon size={14} aria-hidden />
      {text}
    </span>
  );
}

function MoreMenu() {
  const lab = useLab();
  const navigate = useNavigate();
  const { sql } = useTab();
  const database = useDatabase();
  const [isQuiet, setQuiet] = useAutocompleteOff();
  const hasScheduler = useLabState((state) => state.hasScheduler);
  const isEmpty = sql.trim() === "";
  const items: MenuEntry[] = [
    { key: "format", label: t("Format SQL"), keys: "Mod+Shift+F", disabled: isEmpty, onSelect: () => void format(lab) },
    { key: "explain", label: t("Explain"), disabled: isEmpty || !canRun(), onSelect: () => explain(lab) },
    ...(database?.allows_cost_estimate
      ? [{ key: "cost", label: t("Estimate cost…"), disabled: isEmpty, onSelect: () => openDialog(lab, "cost") }]
      : []),
    { key: "parameters", label: t("Template parameters…"), onSelect: () => openDialog(lab, "parameters") },
    { key: "line", divider: true },
    { key: "share", label: t("Copy link"), onSelect: () => void share(lab) },
    ...(canSave()
      ? [{ key: "save", label: t("Save query…"), keys: "Mod+S", onSelect: () => openDialog(lab, "save") }]
      : []),
    ...(canSave() && hasScheduler
      ? [{ key: "schedule", label: t("Schedule…"), disabled: isEmpty, onSelect: () => openDialog(lab, "schedule") }]
      : []),
    ...(can("can_write", "Dataset")
      ? [
          {
            key: "dataset",
            label: t("Save as dataset…"),
            disabled: isEmpty,
            onSelect: () => openDialog(lab, "dataset"),
          },
        ]
      : []),
    { key: "saved", label: t("Saved queries"), onSelect: () => void navigate("/savedqueryview/list/") },
    { key: "history", label: t("Query history"), onSelect: () => void navigate("/sqllab/history/") },
    { key: "line2", divider: true },
    {
      key: "words",
      label: t("Autocomplete while typing"),
      hint: t("Press Ctrl+Space for suggestions at any time"),
      checked: !isQuiet,
      onSelect: () => setQuiet(!isQuiet),
    },
  ];
  return (
    <Menu items={items} placement="bottomRight">
      <IconButton label={t("More actions")} icon={<Ellipsis size={16} />} size={32} />
    </Menu>
  );
}
