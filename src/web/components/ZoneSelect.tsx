import { Select } from "antd";
import { t } from "../../i18n/translate.ts";

interface ZoneSelectProps {
  id: string;
  /** "" = `unset`. */
  value: string;
  /** Offers to choose no time zone, by this text. */
  unset?: string;
  isInvalid?: boolean;
  onChange(zone: string): void;
}

export function ZoneSelect({ id, value, unset, isInvalid, onChange }: ZoneSelectProps) {
  const zones = new Set(["UTC", ...(value ? [value] : []), ...Intl.supportedValuesOf("timeZone")]);
  const options = [...zones].map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
  return (
    <Select
      id={id}
      aria-label={t("Time zone")}
      showSearch={{ optionFilterProp: "label" }}
      // Beside a schedule it is as wide as its text.
      style={unset === undefined ? undefined : { width: "100%" }}
      popupMatchSelectWidth={240}
      status={isInvalid ? "error" : ""}
      value={value}
      options={unset === undefined ? options : [{ value: "", label: unset }, ...options]}
      onChange={onChange}
    />
  );
}
