import { localCss } from "../../../model/css-text.ts";

/** CSS that only reaches the elements of the dashboard, and fetches nothing from other sites. */
export const scopedCss = (css: string): string => `@scope ([data-dashboard]) {\n${localCss(css)}\n}`;
