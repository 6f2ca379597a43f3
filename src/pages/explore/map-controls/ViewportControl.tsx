import { Button, InputNumber } from "antd";
import { Maximize } from "lucide-react";
import { useState } from "react";
import { t } from "../../../i18n/translate.ts";
import type { Viewport } from "../../../model/map-values.ts";
import { Field } from "../../../ui/Field.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import type { WidgetProps } from "../state/widget.ts";
import styles from "./map-controls.module.css";

const FIELDS = [
  { name: "longitude", label: t("Longitude"), min: -180, max: 180, step: 0.1 },
  { name: "latitude", label: t("Latitude"), min: -90, max: 90, step: 0.1 },
  { name: "zoom", label: t("Zoom"), min: 0, max: 24, step: 0.5 },
  { name: "pitch", label: t("Pitch (degrees)"), min: 0, max: 85, step: 5 },
  { name: "bearing", label: t("Bearing (degrees)"), min: -180, max: 180, step: 5 },
] as const;

export function ViewportControl({ value, onChange, id, label, describedBy }: WidgetProps<"viewport">) {
  const [isOpen, setIsOpen] = useState(false);
  const viewport = (value ?? {}) as Viewport;
  const content = (
    <div className={styles.popover}>
      {FIELDS.map(({ name, label: title, ...limits }) => (
        <Field key={name} label={title}>
          {(field) => (
            <InputNumber
              id={field}
              className={styles.wide}
              {...limits}
              value={viewport[name] ?? null}
              onChange={(next) =>
                onChange({ ...viewport, ...("mode" in viewport ? { mode: "CUSTOM" } : {}), [name]: next })
              }
            />
          )}
        </Field>
      ))}
      <Button size="small" className={styles.last} onClick={() => onChange(null)}>
        {t("Fit to the data")}
      </Button>
    </div>
  );
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen} label={label} content={content}>
      <button
        type="button"
        id={id}
        className={styles.summary}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        aria-label={t("{label}: {value}", { label, value: describeViewport(viewport) })}
      >
        <Maximize size={14} aria-hidden />
        {describeViewport(viewport)}
      </button>
    </Popover>
  );
}

function describeViewport({ longitude, latitude, zoom }: Viewport): string {
  if (typeof longitude !== "number" || typeof latitude !== "number") return t("Fits the data");
  const center = `${latitude.toFixed(2)}, ${longitude.toFixed(2)}`;
  return typeof zoom === "number"
    ? t("{center}, zoom {zoom, number}", { center, zoom: Number(zoom.toFixed(1)) })
    : center;
}
