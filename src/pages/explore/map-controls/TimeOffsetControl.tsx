import { CalendarDays } from "lucide-react";
import { useRef } from "react";
import { t } from "../../../i18n/translate.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SelectControl } from "../controls/ChoiceControls.tsx";
import type { WidgetProps } from "../state/widget.ts";
import styles from "./map-controls.module.css";

const CHOICES = [
  ["1 day ago", t("1 day ago")],
  ["1 week ago", t("1 week ago")],
  ["28 days ago", t("28 days ago")],
  ["1 month ago", t("1 month ago")],
  ["1 year ago", t("1 year ago")],
  ["2 years ago", t("2 years ago")],
] as const;

export function TimeOffsetControl({ control, ...props }: WidgetProps<"time-offset">) {
  const { value, onChange, label } = props;
  const days = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.withDay}>
      <SelectControl
        {...props}
        control={{ ...control, widget: "select", choices: () => CHOICES, freeForm: true, clearable: true }}
      />
      <span className={styles.day}>
        <IconButton
          label={t("{control}: choose a date", { control: label })}
          icon={<CalendarDays size={16} />}
          onClick={() => days.current?.showPicker()}
        />
        <input
          ref={days}
          type="date"
          tabIndex={-1}
          aria-hidden
          value={/^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : ""}
          onChange={(event) => onChange(event.target.value || null)}
        />
      </span>
    </div>
  );
}
