import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import { DashboardEditor, overflowMessage } from "../../../editor/dashboard-editor.ts";
import { readMetadata } from "../../../model/dashboard-metadata.ts";
import { storedEntries } from "../../../model/display-control.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { readStored, writeStored } from "../../../web/session/storage.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { FilterBar } from "../filter-bar/FilterBar.tsx";
import { EditContext, type EditSupport } from "../grid/edit-context.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import { type Dashboard, dashboardOf } from "../state/dashboard.ts";
import { useAnnouncement } from "./announcer.ts";
import { BuilderPane } from "./BuilderPane.tsx";
import { useClipboard } from "./clipboard.ts";
import { DraftNotice } from "./DraftNotice.tsx";
import { DropIndicator } from "./DropIndicator.tsx";
import { TextField, useEditedText } from "./EditableText.tsx";
import { EditFrame } from "./EditFrame.tsx";
import { EditHeader } from "./EditHeader.tsx";
import { EmptyContainer } from "./EmptyContainer.tsx";
import styles from "./edit.module.css";
import { documentOf, EditorContext, useEditor } from "./editor-context.ts";
import { saveDashboard } from "./save-dashboard.ts";
import { TabTitle } from "./TabTitle.tsx";
import { TabTools } from "./TabTools.tsx";
import { canvasIn, usePointerDrops, useSurfaceDrops } from "./use-drop.ts";
import { useEditKeys } from "./use-edit-keys.ts";
import { useLeaveGuard } from "./use-leave-guard.tsx";

const EditProperties = lazyComponent(async () => (await import("./EditProperties.tsx")).EditProperties);
const EditFilters = lazyComponent(async () => (await import("./EditFilters.tsx")).EditFilters);
const ProposeDialog = lazyComponent(async () => (await import("./ProposeDialog.tsx")).ProposeDialog);
const SaveAsDialog = lazyComponent(async () => (await import("./SaveAsDialog.tsx")).SaveAsDialog);

type OpenDialog = "properties" | "filters" | "save-as" | "propose";

interface Props {
  children: ReactNode;
  /** Shows the dashboard as saved. */
  onReload(): Promise<void>;
  onLeave(): void;
}

export function EditMode({ children, onReload, onLeave }: Props) {
  const { store } = useDashboardPage();
  const [original] = useState(() => store.getState().dashboard);
  const editor = useMemo(() => new DashboardEditor(documentOf(original)), [original]);
  const requested = (useLocation().state as { open?: OpenDialog } | null)?.open;
  const [open, setOpen] = useState<OpenDialog | null>(requested ?? null);
  const [isSaving, setSaving] = useState(false);
  const hasConflict = useRef(false);
  const navigate = useNavigate();
  const editedText = useEditedText();
  const [suggestedHome, setSuggestedHome] = useState<string>();
  const suggest = useCallback((homeId: string) => {
    setSuggestedHome(homeId);
    setOpen("propose");
  }, []);
  const support = useMemo(() => editSupport(editedText, suggest), [editedText, suggest]);
  const draftKey = `dashboard.draft.${original.detail.id}`;
  useLiveView(editor, draftKey);
  usePointerDrops(editor);
  const save = async () => {
    setSaving(true);
    const outcome = await saveDashboard(original.detail, editor.document);
    hasConflict.current ||= outcome === "conflict";
    if (outcome === "saved") {
      editor.markSaved();
      writeStored(draftKey, undefined);
      await onReload();
    }
    setSaving(false);
    return outcome === "saved";
  };
  const saveAndView = async () => {
    if (await save()) onLeave();
  };
  const discardChanges = () => {
    editor.markSaved();
    writeStored(draftKey, undefined);
    store.getState().replaceDashboard(original);
    if (hasConflict.current) void onReload();
  };
  useClipboard(editor);
  useEditKeys(editor, () => void saveAndView(), store.getState().reveal);
  const guard = useLeaveGuard(editor, { discardChanges, save, isSaving });
  return (
    <EditorContext value={editor}>
      <EditContext value={support}>
        <EditHeader
          isSaving={isSaving}
          onSave={() => void saveAndView()}
          onSaveAs={() => setOpen("save-as")}
          onDiscard={() => guard.ask(onLeave)}
          onProperties={() => setOpen("properties")}
          onFilters={() => setOpen("filters")}
        />
        <DraftNotice draftKey={draftKey} />
        <div className={styles.body}>
          <Filters />
          <Surface>{children}</Surface>
          <BuilderPane />
        </div>
        <Announcer />
        {guard.dialog}
        {open === "properties" && <EditProperties onClose={() => setOpen(null)} />}
        {open === "filters" && <EditFilters onClose={() => setOpen(null)} />}
        {open === "propose" && <ProposeDialog homeId={suggestedHome} onClose={() => setOpen(null)} />}
        {open === "save-as" && (
          <SaveAsDialog
            dashboardId={original.detail.id}
            document={editor.document}
            onClose={() => setOpen(null)}
            onSaved={(id) => {
              editor.markSaved();
              writeStored(draftKey, undefined);
              void navigate(`/superset/dashboard/${id}/`);
            }}
          />
        )}
      </EditContext>
    </EditorContext>
  );
}

function Filters() {
  const isAcross = useView(({ dashboard }) => dashboard.metadata.filter_bar_orientation) === "HORIZONTAL";
  const count = useView(({ dashboard }) => dashboard.entries.length);
  const [{ isOpen, known }, setBar] = useState({ isOpen: false, known: count });
  // A new filter shows where users will find it.
  if (known !== count) setBar({ isOpen: isOpen || count > known, known: count });
  const setOpen = (next: boolean) => setBar({ isOpen: next, known: count });
  return isAcross ? null : <FilterBar isOpen={isOpen} onOpen={setOpen} isOverlay />;
}

function Surface({ children }: { children: ReactNode }) {
  const editor = useEditor();
  const [surface, setSurface] = useState<HTMLElement | null>(null);
  const scroller = surface ? canvasIn(surface) : null;
  useSurfaceDrops(surface);
  return (
    <div
      ref={setSurface}
      className={styles.surface}
      onPointerDown={({ target, currentTarget }) => {
        // Menus of tiles are children of the surface for React only.
        const isWithin = target instanceof Element && currentTarget.contains(target);
        if (isWithin && !target.closest("[data-layout-id]")) editor.select(null);
      }}
    >
      {children}
      {scroller && createPortal(<DropIndicator root={scroller} />, scroller)}
    </div>
  );
}

function Announcer() {
  const { text } = useAnnouncement();
  return (
    <p className="visually-hidden" role="status" aria-live="assertive">
      {text}
    </p>
  );
}

function useLiveView(editor: DashboardEditor, draftKey: string): void {
  const { store } = useDashboardPage();
  useEffect(() => {
    let hasWarned = false;
    const show = () => {
      const { document, unsaved, hasOverflowed } = editor.getSnapshot();
      store.getState().replaceDashboard(withDocument(store.getState().dashboard, document));
      if (unsaved > 0) writeStored(draftKey, { savedAt: performance.timeOrigin + performance.now(), document });
      else if (readStored(draftKey, null)) writeStored(draftKey, undefined);
      if (hasOverflowed && !hasWarned) toast.warning(overflowMessage());
      hasWarned = hasOverflowed;
    };
    return editor.subscribe(show);
  }, [editor, store, draftKey]);
}

function withDocument(dashboard: Dashboard, document: ReturnType<typeof documentOf>): Dashboard {
  const { properties } = document;
  return dashboardOf({
    ...dashboard,
    layout: document.layout,
    metadata: readMetadata({ ...document.metadata, ...storedEntries(document.filters) }),
    detail: {
      ...dashboard.detail,
      dashboard_title: properties.dashboard_title,
      slug: properties.slug,
      css: properties.css,
      theme: properties.theme,
      certified_by: properties.certified_by,
      certification_details: properties.certification_details,
      published: properties.published,
    },
  });
}

/** `editedId`: component whose text is being edited. */
function editSupport(editedId: string | null, onSuggest: (homeId: string) => void): EditSupport {
  return {
    frame: (node, content, item) => (
      <EditFrame key={node.id} node={node} content={content} item={item} isTextEdited={node.id === editedId} />
    ),
    afterTabs: (node) => <TabTools tabs={node} />,
    tabTitle: (tab, title) => (tab.id === editedId ? <TextField node={tab} /> : <TabTitle tab={tab} title={title} />),
    text: (node) => (node.id === editedId ? <TextField node={node} /> : undefined),
    emptyContainer: (node) => <EmptyContainer node={node} onSuggest={onSuggest} />,
  };
}
