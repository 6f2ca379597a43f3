import "./fonts.css";
import "./base.css";
import { ConfigProvider, type ThemeConfig } from "antd";
import { type ReactNode, useLayoutEffect } from "react";
import { cssText, type Mode, themeOf } from "./tokens.ts";

const THEMES = { light: themeOf("light"), dark: themeOf("dark") } as const;
const still = (theme: ThemeConfig): ThemeConfig => ({ ...theme, token: { ...theme.token, motion: false } });
const STILL_THEMES = { light: still(THEMES.light), dark: still(THEMES.dark) } as const;
const ELEMENT_ID = "tessera-tokens";

/** Writes the CSS variables of a mode to the document; called before the first paint and on every change. */
export function applyMode(mode: Mode): void {
  const element = document.getElementById(ELEMENT_ID) ?? document.head.appendChild(document.createElement("style"));
  element.id = ELEMENT_ID;
  element.textContent = cssText(mode);
  document.documentElement.dataset.theme = mode;
}

interface Props {
  mode: Mode;
  /** Nothing moves: antd must not wait for the end of movements that never begin. */
  isStill?: boolean;
  children: ReactNode;
}

/** Themes antd's components and our own styles alike. */
export function ThemeProvider({ mode, isStill = false, children }: Props) {
  useLayoutEffect(() => applyMode(mode), [mode]);
  return (
    <ConfigProvider
      theme={(isStill ? STILL_THEMES : THEMES)[mode]}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      {children}
    </ConfigProvider>
  );
}
