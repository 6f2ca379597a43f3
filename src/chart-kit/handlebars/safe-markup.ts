import createPurifier from "dompurify";
import { localCss } from "../../model/css-text.ts";

const purifier = createPurifier(window);

purifier.addHook("afterSanitizeAttributes", (element) => {
  const style = element.getAttribute("style");
  if (style !== null) {
    element.setAttribute("style", localCss(style));
    keepInPlace(element);
  }
  if (element.tagName !== "A") return;
  element.setAttribute("target", "_blank");
  element.setAttribute("rel", "noopener noreferrer");
});

/** `position: fixed` would cover the page, even if the chart clips its content. */
function keepInPlace(element: Element): void {
  const { style } = element as HTMLElement;
  if (!["", "static", "relative", "absolute"].includes(style.position)) style.removeProperty("position");
}

// Bidi isolation characters belong in text, not in URLs and styles.
purifier.addHook("uponSanitizeAttribute", (_, attribute) => {
  attribute.attrValue = attribute.attrValue.replace(/[\u2068\u2069]/g, "");
});

const ADDRESS = /^(?:https?:|mailto:|\/(?!\/)|#|data:image\/(?:png|jpeg|gif|webp);base64,)/i;

/** Removes scripts, handlers, frames, forms, style sheets and unknown URLs. Styles can't load from other sites. */
export function safeMarkup(html: string): DocumentFragment {
  return purifier.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ["style", "form", "input", "button", "textarea", "select", "option", "dialog", "audio", "video"],
    FORBID_ATTR: ["srcset", "autofocus"],
    ALLOWED_URI_REGEXP: ADDRESS,
    RETURN_DOM_FRAGMENT: true,
  });
}
