import { createContext, useContext, useSyncExternalStore } from "react";
import type { DashboardDocument } from "../../../editor/dashboard-document.ts";
import type { DashboardEditor, EditorSnapshot } from "../../../editor/dashboard-editor.ts";
import { propertiesOf } from "../../../features/dashboard-properties/properties.ts";
import { emptyLayout } from "../../../model/dashboard-layout.ts";
import { unparsedMetadata } from "../../../model/dashboard-metadata.ts";
import type { Dashboard } from "../state/dashboard.ts";

export const EditorContext = createContext<DashboardEditor | null>(null);

export function useEditor(): DashboardEditor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("not inside an editor");
  return editor;
}

export function useSnapshot(): EditorSnapshot {
  const editor = useEditor();
  return useSyncExternalStore(editor.subscribe, editor.getSnapshot);
}

export function documentOf({ detail, layout, metadata, entries }: Dashboard): DashboardDocument {
  const {
    native_filter_configuration: _,
    chart_customization_config: __,
    positions: ___,
    ...rest
  } = metadata as Record<string, unknown>;
  return {
    layout: { ...emptyLayout(detail.dashboard_title), ...layout },
    filters: entries,
    metadata: { ...rest, ...unparsedMetadata(detail.json_metadata) },
    properties: propertiesOf(detail),
  };
}
