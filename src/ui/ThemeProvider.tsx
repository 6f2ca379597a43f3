import "./fonts.css";
import "./base.css";
import { ConfigProvider, type ThemeConfig } from "antd";
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from "react";
import { letTabLeaveLists } from "./tab-leaves-lists.ts";
import { cssText, type Mode, themeOf } from "./tokens.ts";

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
    <ConfigProvider theme={theme} button={{ autoInsertSpace: false }} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  );
}
