import { localCss, withinScope } from "../../../model/css-text.ts";

/**
 * CSS that only reaches the elements of the dashboard, and fetches nothing from other sites. Their boxes stay within the
 * frame around the dashboard, which is outside of the scope (`.frame` in `Dashboard.module.css`).
 */
export const scopedCss = (css: string): string => `@scope ([data-dashboard]) {\n${withinScope(localCss(css))}\n}`;
