import { Button, ConfigProvider, Input, Switch, theme } from "antd";
import { useMemo, useState } from "react";
import { blend, contrast, readableOn } from "../../chart-kit/colors/shade.ts";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { list, number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { cssText, type Mode } from "../../ui/tokens.ts";
import { ownTheme } from "../../web/session/own-theme.ts";
import type { ThemedLook } from "../../web/session/theme.ts";
import styles from "./themes.module.css";

const HEX = /^#[0-9a-f]{6}$/i;

function warningsFor(text: string, look: ThemedLook): string[] {
  const unknown = unknownTokens(text);
  const warnings = unknown.length > 0 ? [t("Has no effect: {tokens}", { tokens: list(unknown, "commas") })] : [];
  const { charts } = look;
  if (!charts) return warnings;
  const { background, link } = charts;
  const ink = opaque(charts.text, background);
  const textSecondary = opaque(charts.textSecondary, background);
  const isFaint = (color: string, isLarge = false) =>
    HEX.test(color) && HEX.test(background) && readableOn(color, background, isLarge) !== color.toLowerCase();
  const withRatio = (name: string, color: string, least: number) =>
    t("{name} ({ratio}:1 instead of {least}:1)", {
      name,
      ratio: number(contrast(color, background), { maximumFractionDigits: 1 }),
      least: number(least),
    });
  const faint = [
    ...(isFaint(ink) ? [withRatio(t("text##color"), ink, 4.5)] : []),
    ...(isFaint(textSecondary) ? [withRatio(t("secondary text"), textSecondary, 4.5)] : []),
    // Brand colors often have low contrast, so links are checked only against the large-text threshold.
    ...(isFaint(link, true) ? [withRatio(t("links"), link, 3)] : []),
  ];
  const all = faint.length > 0 ? [...warnings, lowContrastText(faint)] : warnings;
  return [...all, ...buttonWarning(look)];
}

/** As for links: the large-text threshold. */
function buttonWarning({ theme: { algorithm, token }, mode }: ThemedLook): string[] {
  const { colorTextLightSolid: label, colorPrimary } = theme.getDesignToken({ algorithm, token });
  const fill = opaque(colorPrimary, mode === "dark" ? "#000000" : "#ffffff");
  const ink = opaque(label, fill);
  if (!HEX.test(ink) || !HEX.test(fill) || contrast(ink, fill) >= 3) return [];
  const ratio = number(contrast(ink, fill), { maximumFractionDigits: 1 });
  return [t("Low contrast of text on primary buttons ({ratio}:1 instead of {least}:1)", { ratio, least: number(3) })];
}

const SHORT = /^#[0-9a-f]{3}$/i;
const RGBA = /^rgba?\((\d+),\s*(\d+),\s*(\d+)(?:,\s*([\d.]+))?\)$/;

/** Derived text colors are partly transparent. */
function opaque(color: string, background: string): string {
  if (SHORT.test(color)) return color.replaceAll(/[0-9a-f]/gi, "$&$&");
  const [, red, green, blue, alpha = "1"] = RGBA.exec(color) ?? [];
  if (red === undefined || !HEX.test(background)) return color;
  const hex = [red, green, blue].map((part) => Number(part).toString(16).padStart(2, "0")).join("");
  return blend(`#${hex}`, background, 1 - Number(alpha));
}

const lowContrastText = (colors: readonly string[]) =>
  t("Low contrast against the background: {colors}", { colors: list(colors, "commas") });

function unknownTokens(text: string): string[] {
  const { token = {} } = JSON.parse(text) as { token?: object };
  const known = theme.getDesignToken();
  return Object.keys(token).filter((name) => !(name in known));
}

const KEY = "tessera-preview";
const MODES = [
  { value: "light", label: t("Light") },
  { value: "dark", label: t("Dark") },
] as const;
const ROWS = [
  ["Seattle", "1,423"],
  ["Chicago", "612"],
  ["Atlanta", "288"],
];
const HEIGHTS = [64, 88, 40, 72, 52, 30];

export function ThemePreview({ text, mode: first }: { text: string; mode: Mode }) {
  const [mode, setMode] = useState(first);
  const look = useMemo(() => ownTheme(text, mode), [text, mode]);
  const [shown, setShown] = useState<{ look: ThemedLook; warnings: string[] }>();
  if (look && look !== shown?.look) setShown({ look, warnings: warningsFor(text, look) });
  return (
    <div className={styles.side}>
      <div className={styles.head}>
        <span>{t("Preview")}</span>
        <Segmented label={t("Preview mode")} value={mode} options={MODES} onChange={(next) => setMode(next)} />
      </div>
      {shown ? <Sample look={shown.look} isOld={!look} /> : null}
      {look && look.mode !== mode ? (
        <p className={styles.remark}>
          {t("This theme is always {mode, select, dark {dark} other {light}}, regardless of the user's mode.", {
            mode: look.mode,
          })}
        </p>
      ) : null}
      {shown?.warnings.map((warning) => (
        <p key={warning} className={styles.remark}>
          {warning}
        </p>
      ))}
    </div>
  );
}

function Sample({ look, isOld }: { look: ThemedLook; isOld: boolean }) {
  const theme = useMemo(() => ({ ...look.theme, cssVar: { key: KEY } }), [look]);
  const colors = (look.charts ?? chartTheme(look.mode)).categorical;
  return (
    <ConfigProvider theme={theme}>
      <style>{cssText(look.mode, look.variables, `[data-preview],.${KEY}`)}</style>
      <figure data-preview className={styles.sample} data-old={isOld} aria-label={t("Theme preview")} inert>
        <div className={styles.tile}>
          <strong>{t("Late departures")}</strong>
          <small>{t("Share of departures, by airport")}</small>
          <svg viewBox="0 0 132 92" preserveAspectRatio="none" className={styles.bars} aria-hidden="true">
            {HEIGHTS.map((height, index) => (
              <rect key={height} x={index * 22 + 2} y={90 - height} width="18" height={height} fill={colors[index]} />
            ))}
            <line x1="0" x2="132" y1="91" y2="91" stroke="var(--tessera-color-border)" />
          </svg>
          <table>
            <tbody>
              {ROWS.map(([name, count]) => (
                <tr key={name}>
                  <td>
                    <span className={styles.link}>{name}</span>
                  </td>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Controls />
      </figure>
    </ConfigProvider>
  );
}

function Controls() {
  return (
    <>
      <div className={styles.row}>
        <Button type="primary">{t("Save")}</Button>
        <Button>{t("Cancel")}</Button>
        <Button danger>{t("Delete")}</Button>
      </div>
      <Input defaultValue={t("Text field")} aria-label={t("Field##control")} />
      <div className={styles.row}>
        <Checkbox label={t("Checkbox")} checked readOnly />
        <Switch size="small" defaultChecked aria-label={t("Switch##control")} />
        <Segmented
          label={t("Period")}
          value="week"
          options={[
            { value: "day", label: t("Day") },
            { value: "week", label: t("Week") },
          ]}
          onChange={() => undefined}
        />
      </div>
      <div className={styles.row}>
        <Pill>{t("Draft")}</Pill>
        <Pill tone="success">{t("Published")}</Pill>
        <Pill tone="warning">{t("3 days old")}</Pill>
        <Pill tone="error">{t("Error")}</Pill>
      </div>
    </>
  );
}
