import "./fonts.css";
import "./base.css";
import { ConfigProvider, type ThemeConfig } from "antd";
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from "react";
import { libraryLocale } from "../i18n/libraries/libraries.ts";
import { currentLocale, isRightToLeft } from "../i18n/locale.ts";
import { cssText, type Mode, themeOf } from "./tokens.ts";

const ESCAPE = { key: "Escape", code: "Escape", keyCode: 27, bubbles: true, cancelable: true };

/**
 * Lets Tab leave open selects without changing the selection, like any field. antd would toggle the highlighted option
 * and keep the focus, and a list that is still closing could undo a choice on a quick Tab.
 */
function closeSelectOnTab(): () => void {
  const leave = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (key !== "Tab" || !(target instanceof Element) || !target.closest(".ant-select-open")) return;
    event.stopPropagation();
    // The next stop may be the field's own clear button, from which the list wouldn't close by itself.
    const close = () => {
      if (target.ariaExpanded === "true") target.dispatchEvent(new KeyboardEvent("keydown", ESCAPE));
    };
    if (target.role === "combobox") window.addEventListener("focusin", close, { once: true });
  };
  window.addEventListener("keydown", leave, true);
  return () => window.removeEventListener("keydown", leave, true);
}

export interface Look {
  mode: Mode;
  theme: ThemeConfig;
  /** CSS variables without the leading `--`; default: those of the mode. */
  variables?: Record<string, string>;
}

export const LOOKS: Readonly<Record<Mode, Look>> = {
  light: { mode: "light", theme: themeOf("light") },
  dark: { mode: "dark", theme: themeOf("dark") },
};
const ELEMENT_ID = "tessera-tokens";

/** Disables animations, including antd's waiting for them to end. */
export const withoutMotion = (theme: ThemeConfig): ThemeConfig => ({
  ...theme,
  token: { ...theme.token, motion: false },
});

/** Called before the first paint and on every change. */
export function applyLook({ mode, variables }: Look): void {
  const element = document.getElementById(ELEMENT_ID) ?? document.head.appendChild(document.createElement("style"));
  element.id = ELEMENT_ID;
  element.textContent = cssText(mode, variables);
  document.documentElement.dataset.theme = mode;
}

interface Props {
  look: Look;
  isStill?: boolean;
  children: ReactNode;
}

export function ThemeProvider({ look, isStill = false, children }: Props) {
  useLayoutEffect(() => applyLook(look), [look]);
  useEffect(closeSelectOnTab, []);
  const theme = useMemo(() => (isStill ? withoutMotion(look.theme) : look.theme), [look, isStill]);
  return (
    <ConfigProvider
      theme={theme}
      locale={libraryLocale()?.antd}
      direction={isRightToLeft(currentLocale().language) ? "rtl" : "ltr"}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      {children}
    </ConfigProvider>
  );
}
