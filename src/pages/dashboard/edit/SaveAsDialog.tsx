import { Checkbox, Form, Input } from "antd";
import { useState } from "react";
import type { DashboardDocument } from "../../../editor/dashboard-document.ts";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { copyDashboard } from "./save-dashboard.ts";

interface Props {
  dashboardId: number;
  document: DashboardDocument;
  onClose(): void;
  onSaved(id: number): void;
}

export function SaveAsDialog({ dashboardId, document, onClose, onSaved }: Props) {
  const [title, setTitle] = useState(t("{name} [copy]", { name: document.properties.dashboard_title }));
  const [duplicateCharts, setDuplicate] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    const id = await copyDashboard(dashboardId, document, { title, duplicateCharts });
    setSaving(false);
    if (id === undefined) return;
    onClose();
    onSaved(id);
  };
  return (
    <Dialog
      open
      title={t("Save dashboard as")}
      onClose={onClose}
      primary={{ label: t("Save dashboard"), loading: isSaving, onClick: () => void save() }}
    >
      <Form layout="vertical">
        <Form.Item label={t("Name")} htmlFor="copy-title">
          <Input id="copy-title" value={title} onChange={(event) => setTitle(event.target.value)} autoFocus />
        </Form.Item>
        <Checkbox checked={duplicateCharts} onChange={(event) => setDuplicate(event.target.checked)}>
          {t("Also copy (duplicate) charts")}
        </Checkbox>
      </Form>
    </Dialog>
  );
}
