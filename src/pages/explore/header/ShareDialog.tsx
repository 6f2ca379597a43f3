import { CodeXml } from "lucide-react";
import { useState } from "react";
import { useEmailReportMenu } from "../../../features/email-report/use-email-report-menu.tsx";
import { AudienceWarning, ShareDialog as SharedDialog } from "../../../features/share/ShareDialog.tsx";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { nameOf } from "../../../ui/Avatar.tsx";
import { can } from "../../../web/session/session.ts";
import { closeDialog, openDialog } from "../state/dialogs.ts";
import type { ExploreChart } from "../state/store.ts";
import { useDerivedState, useExplore, useWorkbench } from "../workbench/store-context.ts";
import { useChartDetail } from "./use-chart-detail.ts";
import { useDownloadMenu } from "./use-download-menu.ts";
import { permalinkOf } from "./use-share.ts";

export function ShareDialog() {
  const { store } = useWorkbench();
  const chart = useExplore((state) => state.chart);
  const name = useExplore((state) => state.name || state.dataset.table_name);
  const isAltered = useDerivedState().altered.length > 0;
  const downloads = useDownloadMenu();
  const emailReport = useEmailReportMenu({ noun: "chart", id: chart?.id, name: chart?.name ?? "" }, true);
  const [link] = useState(() => ({
    saved: chart ? `${window.location.origin}/explore/?slice_id=${chart.id}` : undefined,
    withState: can("can_write", "ExplorePermalinkRestApi")
      ? {
          label: isAltered ? t("With unsaved changes") : t("With the current settings, even if the chart is changed"),
          isDefault: isAltered,
          create: () => permalinkOf(store),
        }
      : undefined,
  }));
  return (
    <>
      <SharedDialog
        noun="chart"
        id={chart?.id}
        name={name}
        audience={<Audience chart={chart} />}
        link={link}
        emails={chart ? emailReport.entries : []}
        downloads={"children" in downloads ? (downloads.children ?? []) : []}
        embedding={[
          { key: "embed", icon: <CodeXml size={14} />, label: t("Embed code"), onSelect: () => openDialog("embed") },
        ]}
        onClose={closeDialog}
      />
      {emailReport.dialog}
    </>
  );
}

function Audience({ chart }: { chart: ExploreChart | null }) {
  const dataset = useExplore((state) => state.dataset.table_name);
  const { data: detail } = useChartDetail();
  if (!chart) {
    return (
      <>
        <AudienceWarning>{t("Not saved: it isn't listed, and only this link opens it.")}</AudienceWarning>
        <p>{t("Users with access to the dataset “{dataset}”", { dataset })}</p>
      </>
    );
  }
  return (
    <>
      <p>{t("Users with access to the dataset “{dataset}”", { dataset })}</p>
      {detail && detail.owners.length > 0 ? (
        <p>{t("Owners: {names}", { names: list(detail.owners.map(nameOf), "commas") })}</p>
      ) : null}
    </>
  );
}
