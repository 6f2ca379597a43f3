import { Globe } from "lucide-react";
import { userZone } from "../../../i18n/browser-zone.ts";
import { t } from "../../../i18n/translate.ts";
import { Pill } from "../../../ui/Pill.tsx";
import { useView } from "../state/context.ts";

/** Says so if times aren't the reader's own. */
export function ZonePill() {
  const zone = useView(({ dashboard }) => dashboard.metadata.time_zone);
  if (!zone || zone === userZone()) return null;
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
