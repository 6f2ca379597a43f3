import { Globe } from "lucide-react";
import { t } from "../../../i18n/translate.ts";
import { Pill } from "../../../ui/Pill.tsx";

/** Times on the dashboard aren't the reader's own. */
export function ZonePill({ zone }: { zone: string }) {
  const name = zone.replaceAll("_", " ");
  return (
    <span title={t("Times on this dashboard are in {zone}", { zone: name })}>
      <Pill icon={<Globe size={12} aria-hidden />}>
        <span className="visually-hidden">{t("Time zone")} </span>
        {name}
      </Pill>
    </span>
  );
}
