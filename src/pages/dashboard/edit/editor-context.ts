import { createContext, useContext, useSyncExternalStore } from "react";
import type { DashboardDocument } from "../../../editor/dashboard-document.ts";
import type { DashboardEditor, EditorSnapshot } from "../../../editor/dashboard-editor.ts";
import { emptyLayout } from "../../../model/dashboard-layout.ts";
import { unreadControls } from "../../../model/display-control.ts";
import type { Dashboard } from "../state/dashboard.ts";

export const EditorContext = createContext<DashboardEditor | null>(null);

export function useEditor(): DashboardEditor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("not inside an editor");
  return editor;
}

/** The editor's document, selection and history; drawn again at every change. */
export function useSnapshot(): EditorSnapshot {
  const editor = useEditor();
  return useSyncExternalStore(editor.subscribe, editor.getSnapshot);
}

/** The document an editor starts from. */
export function documentOf({ detail, layout, metadata, entries }: Dashboard): DashboardDocument {
  const {
    native_filter_configuration: _,
    chart_customization_config: __,
    positions: ___,
    ...rest
  } = metadata as Record<string, unknown>;
  const unread = unreadControls(storedControls(detail.json_metadata));
  return {
    layout: { ...emptyLayout(detail.dashboard_title), ...layout },
    filters: entries,
    metadata: unread === undefined ? rest : { ...rest, chart_customization_config: unread },
    properties: {
      dashboard_title: detail.dashboard_title,
      slug: detail.slug,
      css: detail.css,
      certified_by: detail.certified_by,
      certification_details: detail.certification_details,
      published: detail.published,
      owners: detail.owners.map(({ id = 0, first_name, last_name }) => ({ id, first_name, last_name })),
      roles: detail.roles.map(({ id, name }) => ({ id, name })),
      tags: (detail.custom_tags ?? detail.tags).map(({ id, name }) => ({ id, name })),
      theme: detail.theme ?? null,
    },
  };
}

function storedControls(text: string | null | undefined): unknown {
  try {
    return (JSON.parse(text || "{}") as { chart_customization_config?: unknown }).chart_customization_config;
  } catch {
    return undefined;
  }
}
