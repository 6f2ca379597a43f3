import { useEffect } from "react";
import { show } from "../../../api/chart/contract.ts";
import { ACTIONS, nameOf } from "../../../editor/action.ts";
import {
  type Copied,
  type CopiedChart,
  chartsOf,
  parseCopied,
  paste,
  toCopied,
  toPasted,
} from "../../../editor/clipboard.ts";
import type { DashboardEditor } from "../../../editor/dashboard-editor.ts";
import { Refusal } from "../../../editor/layout-edits.ts";
import { defaultContainer, topTabsOf } from "../../../editor/layout-rules.ts";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { copyText } from "../../../web/toasts/clipboard.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { useDashboardPage } from "../state/context.ts";
import type { DashboardStore } from "../state/store.ts";
import { announce } from "./announcer.ts";
import { addChartData } from "./new-charts.ts";

/** By events of the browser, which may read the clipboard without asking the user. */
export function useClipboard(editor: DashboardEditor): void {
  const { store } = useDashboardPage();
  useEffect(() => {
    const handleCopy = (event: ClipboardEvent) => {
      const text = isElsewhere(event) || hasSelectedText() ? undefined : selectedText(editor);
      if (text === undefined) return;
      event.clipboardData?.setData("text/plain", text);
      event.preventDefault();
      reportCopied(editor);
      if (event.type === "cut") deleteSelected(editor);
    };
    const handlePaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (isElsewhere(event) || !parseCopied(text)) return;
      event.preventDefault();
      void pasteText(editor, store, text);
    };
    document.addEventListener("copy", handleCopy);
    document.addEventListener("cut", handleCopy);
    document.addEventListener("paste", handlePaste);
    return () => {
      document.removeEventListener("copy", handleCopy);
      document.removeEventListener("cut", handleCopy);
      document.removeEventListener("paste", handlePaste);
    };
  }, [editor, store]);
}

function isElsewhere({ target }: ClipboardEvent): boolean {
  const isTyping = target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]");
  return Boolean(isTyping) || document.querySelector("[role=dialog]") !== null;
}

const hasSelectedText = () => (window.getSelection()?.toString() ?? "") !== "";

function selectedText(editor: DashboardEditor): string | undefined {
  const { selection, document } = editor.getSnapshot();
  return selection === null ? undefined : toCopied(document.layout, selection, window.location.origin);
}

function reportCopied(editor: DashboardEditor): void {
  const { selection, document } = editor.getSnapshot();
  const component = document.layout[selection ?? ""];
  if (component) announce(t("Copied {name}", { name: nameOf(component) }));
}

function deleteSelected(editor: DashboardEditor): void {
  ACTIONS.find(({ id }) => id === "delete")?.run(editor);
}

export async function copySelected(editor: DashboardEditor): Promise<void> {
  const text = selectedText(editor);
  if (text === undefined || !(await copyText(text))) return;
  toast.success(t("Copied. Paste it on any dashboard that you edit."));
}

export async function cutSelected(editor: DashboardEditor): Promise<void> {
  const text = selectedText(editor);
  if (text !== undefined && (await copyText(text))) deleteSelected(editor);
}

export async function pasteFromClipboard(editor: DashboardEditor, store: DashboardStore): Promise<void> {
  const text = await navigator.clipboard?.readText().catch(() => undefined);
  if (text === undefined) {
    toast.danger(t("Your browser doesn't let this page read the clipboard. Press Ctrl+V or ⌘V."));
    return;
  }
  await pasteText(editor, store, text);
}

async function pasteText(editor: DashboardEditor, store: DashboardStore, text: string): Promise<void> {
  const copied = parseCopied(text);
  if (!copied) {
    toast.info(t("Nothing to paste. Copy a chart or another element of a dashboard first."));
    return;
  }
  const charts = await visibleCharts(store, copied).catch((error: unknown) => toast.error(error));
  if (!charts) return;
  const missing = chartsOf(copied).filter(({ id }) => !charts.has(id));
  if (missing.length > 0) toast.warning(missingText(missing));
  const pasted = toPasted(copied, charts);
  if (!pasted) return;
  const { selection, document } = editor.getSnapshot();
  const top = topTabsOf(document.layout);
  const homeId = defaultContainer(document.layout, top && store.getState().tabs[top.id]);
  try {
    const layout = paste(document.layout, pasted, { after: selection, homeId });
    const name = nameOf(pasted.component);
    editor.edit(t("Pasted {name}", { name }), (before) => ({ ...before, layout }));
    editor.select(pasted.component.id);
    announce(t("Pasted {name}", { name }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    toast.danger(error.message);
  }
}

const NAMED = 3;

function missingText(missing: readonly CopiedChart[]): string {
  const names = list(
    missing.slice(0, NAMED).map(({ name }) => name),
    "commas",
  );
  return t("{count, plural, one {# chart} other {# charts}} not pasted, as you don't have access here: {names}", {
    count: missing.length,
    names: missing.length > NAMED ? `${names}…` : names,
  });
}

/** Charts that the user can access on this server, by their copied id. */
async function visibleCharts(store: DashboardStore, copied: Copied): Promise<Map<number, CopiedChart>> {
  const isHere = copied.origin === window.location.origin;
  const found = await Promise.all(
    chartsOf(copied).map(async (chart) => {
      const known = await findChart(chart, isHere);
      const isLoaded = known && (await addChartData(store, { id: known.id, slice_name: known.name }));
      return isLoaded ? ([[chart.id, known]] as const) : [];
    }),
  );
  return new Map(found.flat());
}

/** On other servers, ids are of other charts: only the uuid counts. */
async function findChart({ id, uuid }: CopiedChart, isHere: boolean): Promise<CopiedChart | undefined> {
  for (const reference of [uuid, isHere ? String(id) : undefined]) {
    if (!reference) continue;
    try {
      const { result } = await call(show, { params: { id: reference } });
      return { id: result.id, uuid: result.uuid ?? undefined, name: result.slice_name };
    } catch (error) {
      if (toApiError(error).status !== 404) throw error;
    }
  }
  return undefined;
}
