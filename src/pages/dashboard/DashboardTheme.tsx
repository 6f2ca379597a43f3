import { type ReactNode, useEffect, useState } from "react";
import { ChartThemeContext } from "../../web/chart-view/ChartView.tsx";
import { useThemeMode } from "../../web/theme.ts";
import { useView } from "./state/context.ts";
import type { OwnTheme } from "./state/own-theme.ts";

/** Shows what it holds in the dashboard's own theme, where it has one; the code for that comes only then. */
export function DashboardTheme({ children }: { children: ReactNode }) {
  const text = useView((view) => view.dashboard.detail.theme?.json_data);
  const mode = useThemeMode();
  const [own, setOwn] = useState<OwnTheme>();
  useEffect(() => {
    let isCurrent = true;
    if (!text) setOwn(undefined);
    else
      void import("./state/own-theme.ts").then(({ ownTheme }) => {
        if (isCurrent) setOwn(ownTheme(text, mode));
      });
    return () => {
      isCurrent = false;
    };
  }, [text, mode]);
  return (
    <ChartThemeContext value={own?.charts ?? null}>
      {children}
      {own ? <style>{own.css}</style> : null}
    </ChartThemeContext>
  );
}
