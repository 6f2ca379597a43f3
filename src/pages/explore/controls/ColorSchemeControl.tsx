import { Button, Select } from "antd";
import { useContext, useState } from "react";
import { CATEGORICAL_SCHEMES } from "../../../chart-kit/colors/categorical.ts";
import { ramps } from "../../../chart-kit/colors/ramps.ts";
import { t } from "../../../i18n/translate.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { useThemeMode } from "../../../web/session/theme.ts";
import type { WidgetProps } from "../state/widget.ts";
import { WorkbenchContext } from "../workbench/store-context.ts";
import styles from "./controls.module.css";

const SWATCHES = 10;

const LabelColorsControl = lazyComponent(async () => (await import("./LabelColorsControl.tsx")).LabelColorsControl);

export function ColorSchemeControl(props: WidgetProps<"color-scheme">) {
  const { control, value, onChange, state, id, label, describedBy } = props;
  const mode = useThemeMode();
  const isRamp = control.kind === "sequential";
  const schemes = isRamp ? ramps(mode) : CATEGORICAL_SCHEMES;
  const fromDashboard = state.formData.dashboardId !== undefined && state.formData.own_color_scheme !== undefined;
  return (
    <>
      <Select
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        className={styles.wide}
        showSearch={{ optionFilterProp: "name" }}
        disabled={fromDashboard}
        value={typeof value === "string" && value ? value : undefined}
        onChange={onChange}
        options={schemes.map((scheme) => ({
          value: scheme.key,
          name: t(scheme.name),
          label: (
            <span className={styles.scheme}>
              <span className={styles.schemeName}>{t(scheme.name)}</span>
              <span className={isRamp ? styles.ramp : styles.swatches} aria-hidden>
                {scheme.colors.slice(0, SWATCHES).map((color, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a scheme may have a color twice
                  <i key={index} style={{ background: color }} />
                ))}
              </span>
            </span>
          ),
        }))}
      />
      {isRamp ? null : <LabelColors />}
      {fromDashboard ? (
        <p className={styles.sample}>{t("Colors are set by the dashboard you opened this chart from.")}</p>
      ) : null}
    </>
  );
}

function LabelColors() {
  const isExplore = useContext(WorkbenchContext) !== null;
  const [isOpen, setIsOpen] = useState(false);
  if (!isExplore) return null;
  return (
    <>
      <Button
        type="link"
        size="small"
        className={styles.inline}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t("Colors by label")}
      </Button>
      {isOpen ? <LabelColorsControl /> : null}
    </>
  );
}
