import { t } from "../i18n/translate.ts";

/**
 * Texts that antd's components have in English in every language. The build puts these calls in their place
 * (`scripts/translated-packages.ts`).
 */

export const clearText = () => t("Clear");
export const increaseText = () => t("Increase value");
export const decreaseText = () => t("Decrease value");
export const moreTabsText = () => t("More tabs");

/** antd labels its icons by their file names. Most stand beside a label; this one is a button's only content. */
export const iconAttributes = (name: string) =>
  name === "close-circle" ? { role: "img", "aria-label": clearText() } : { "aria-hidden": true };
