import { useNavigate } from "react-router";
import { documentOf } from "../edit/editor-context.ts";
import { SaveAsDialog } from "../edit/SaveAsDialog.tsx";
import { useView } from "../state/context.ts";

export function CopyDialog({ onClose }: { onClose(): void }) {
  const dashboard = useView((view) => view.dashboard);
  const navigate = useNavigate();
  return (
    <SaveAsDialog
      dashboardId={dashboard.detail.id}
      document={documentOf(dashboard)}
      onClose={onClose}
      onSaved={(id) => void navigate(`/superset/dashboard/${id}/`)}
    />
  );
}
