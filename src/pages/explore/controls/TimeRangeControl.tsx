import { TimeRangePicker } from "../../../features/time-range/TimeRangePicker.tsx";
import type { WidgetProps } from "../state/widget.ts";

export function TimeRangeControl({ value, onChange, id, label, describedBy }: WidgetProps<"time-range">) {
  return (
    <TimeRangePicker
      id={id}
      label={label}
      describedBy={describedBy}
      value={typeof value === "string" ? value : null}
      onChange={onChange}
      clearable
    />
  );
}
