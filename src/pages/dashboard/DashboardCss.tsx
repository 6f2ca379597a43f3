import { useView } from "./state/context.ts";
import { scopedCss } from "./state/scoped-css.ts";

/** The dashboard's own CSS. It reaches the dashboard's page and nothing around it. */
export function DashboardCss() {
  const css = useView((view) => view.dashboard.detail.css);
  if (!css?.trim()) return null;
  return <style>{scopedCss(css)}</style>;
}
