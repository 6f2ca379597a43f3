import { useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { unparsedMetadata } from "../../../model/dashboard-metadata.ts";
import { storedEntries, unparsedControls, withUnparsed } from "../../../model/display-control.ts";
import type { NativeFilterEntry } from "../../../model/native-filter.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { changeMetadata } from "../state/change-metadata.ts";
import { useDashboardPage } from "../state/context.ts";
import { FilterDialog } from "./FilterDialog.tsx";

interface Props {
  /** A new filter to start with; true = an empty one. */
  added?: NativeFilterEntry | true;
  onClose(): void;
}

export function ViewFilters({ added, onClose }: Props) {
  const { store } = useDashboardPage();
  const [{ entries, detail }] = useState(() => store.getState().dashboard);
  const [isSaving, setSaving] = useState(false);
  const save = async (filters: readonly NativeFilterEntry[]) => {
    setSaving(true);
    const isSaved = await changeMetadata(store, storedAs(filters, detail.json_metadata), { asks: true });
    setSaving(false);
    if (!isSaved) return;
    toast.success(t("Filters saved"));
    onClose();
  };
  return (
    <FilterDialog
      entries={entries}
      added={added}
      isSaving={isSaving}
      onSave={(filters) => void save(filters)}
      onClose={onClose}
    />
  );
}

function storedAs(filters: readonly NativeFilterEntry[], json_metadata: string | null | undefined) {
  const unread = unparsedMetadata(json_metadata);
  const { native_filter_configuration, chart_customization_config } = storedEntries(filters);
  return {
    native_filter_configuration: withUnparsed(
      native_filter_configuration,
      unread.native_filter_configuration,
    ) as NativeFilterEntry[],
    chart_customization_config: withUnparsed(
      chart_customization_config,
      unparsedControls(unread.chart_customization_config),
    ) as NativeFilterEntry[],
  };
}
