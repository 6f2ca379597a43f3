import { ConfigProvider } from "antd";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { withoutMotion } from "../../ui/ThemeProvider.tsx";
import { cssText } from "../../ui/tokens.ts";
import { ChartThemeContext } from "../../web/chart-view/ChartView.tsx";
import { CUSTOM_THEME } from "../../web/session/system-themes.ts";
import { type ThemedLook, useLook, useMedia, useThemeMode } from "../../web/session/theme.ts";
import { useView } from "./state/context.ts";

const KEY = "tessera-dashboard";

/**
 * Applies the dashboard's own theme, if any, to its children and to what opens from them. Theme code loads on demand;
 * nothing renders before it, since every color would change.
 */
export function DashboardTheme({ children }: { children: ReactNode }) {
  const own = useOwnLook();
  const reader = useLook();
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  const theme = useMemo(() => {
    // Never undefined: the provider must stay mounted when a theme arrives, or an edit in progress would be lost.
    const shown = own ? { ...own.theme, cssVar: { key: KEY } } : reader.theme;
    return isStill ? withoutMotion(shown) : shown;
  }, [own, reader, isStill]);
  if (own === null) return null;
  return (
    <ConfigProvider theme={theme}>
      <ChartThemeContext value={own?.charts ?? null}>
        {children}
        {own ? <style>{cssOf(own)}</style> : null}
      </ChartThemeContext>
    </ConfigProvider>
  );
}

/** Undefined: the user's own theme. Null: still loading. */
function useOwnLook(): ThemedLook | null | undefined {
  const text = useView((view) => view.dashboard.detail.theme?.json_data);
  const mode = useThemeMode();
  const [look, setLook] = useState<ThemedLook | null | undefined>(text ? null : undefined);
  useEffect(() => {
    let isCurrent = true;
    const show = (next: ThemedLook | undefined) => isCurrent && setLook(next);
    if (text)
      void CUSTOM_THEME.load().then(
        ({ ownTheme }) => show(ownTheme(text, mode)),
        () => show(undefined),
      );
    else setLook(undefined);
    return () => {
      isCurrent = false;
    };
  }, [text, mode]);
  return look;
}

function cssOf({ mode, variables }: ThemedLook): string {
  const ground = "color:var(--tessera-color-text);background:var(--tessera-color-bg-layout)";
  const type = "font-family:var(--tessera-font-family);font-size:var(--tessera-font-size)";
  return `${cssText(mode, variables, `[data-dashboard],.${KEY}`)}[data-dashboard]{${ground};${type}}`;
}
