import "./fonts.css";
import "./base.css";
import { ConfigProvider, type ThemeConfig } from "antd";
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from "react";
import { libraryLocale } from "../i18n/libraries/libraries.ts";
import { currentLocale, isRightToLeft } from "../i18n/locale.ts";
import { cssText, type Mode, themeOf } from "./tokens.ts";

const ESCAPE = { key: "Escape", code: "Escape", keyCode: 27, bubbles: true, cancelable: true };

/**
 * Tab goes on from an open list and takes nothing, as from any field: Enter takes. antd's lists would take what is
 * highlighted, or give it back where it is taken already, and keep the focus; and lists that were told to close are open
 * still for a moment, in which a quick Tab would undo the choice just made.
 */
function letTabLeaveLists(): () => void {
  const leave = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (key !== "Tab" || !(target instanceof Element) || !target.closest(".ant-select-open")) return;
    event.stopPropagation();
    // The next stop may be the field's own button that clears it, from which the list would not close by itself.
    const close = () => {
      if (target.ariaExpanded === "true") target.dispatchEvent(new KeyboardEvent("keydown", ESCAPE));
    };
    if (target.role === "combobox") window.addEventListener("focusin", close, { once: true });
  };
  window.addEventListener("keydown", leave, true);
  return () => window.removeEventListener("keydown", leave, true);
}

/** How everything looks. */
export interface Look {
  mode: Mode;
  theme: ThemeConfig;
  /** What our own styles read, by names without the leading `--`; those of the mode unless given. */
  variables?: Record<string, string>;
}

export const LOOKS: Readonly<Record<Mode, Look>> = {
  light: { mode: "light", theme: themeOf("light") },
  dark: { mode: "dark", theme: themeOf("dark") },
};
const ELEMENT_ID = "tessera-tokens";

/** Nothing moves: antd must not wait for the end of movements that never begin. */
export const still = (theme: ThemeConfig): ThemeConfig => ({ ...theme, token: { ...theme.token, motion: false } });

/** Writes the CSS variables of a look to the document; called before the first paint and on every change. */
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

/** Themes antd's components and our own styles alike. */
export function ThemeProvider({ look, isStill = false, children }: Props) {
  useLayoutEffect(() => applyLook(look), [look]);
  useEffect(letTabLeaveLists, []);
  const theme = useMemo(() => (isStill ? still(look.theme) : look.theme), [look, isStill]);
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
