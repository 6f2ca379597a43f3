import { Select } from "antd";
import { t } from "../../i18n/translate.ts";

export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

interface ZoneSelectProps {
  id: string;
  value: string;
  isInvalid?: boolean;
  onChange(zone: string): void;
}

export function ZoneSelect({ id, value, isInvalid, onChange }: ZoneSelectProps) {
  const zones = new Set(["UTC", value, ...Intl.supportedValuesOf("timeZone")]);
  return (
    <Select
      id={id}
      aria-label={t("Time zone")}
      showSearch={{ optionFilterProp: "label" }}
      popupMatchSelectWidth={240}
      status={isInvalid ? "error" : ""}
      value={value}
      options={[...zones].map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      onChange={onChange}
    />
  );
}
