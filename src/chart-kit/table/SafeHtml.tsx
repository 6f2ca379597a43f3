import { createElement, type ReactNode, useMemo } from "react";
import { isSafeLink } from "./safe-link.ts";

/**
 * Sanitizes HTML from data: parses it into an inert document and rebuilds only known elements and attributes as React
 * elements. Scripts, handlers, frames, forms and unknown URLs are removed.
 */
const ELEMENTS = new Set(
  "a abbr b blockquote br code div em h1 h2 h3 h4 h5 h6 hr i img li mark ol p pre s small span strong sub sup table tbody td th thead tr u ul".split(
    " ",
  ),
);
const VOID = new Set(["br", "hr", "img"]);
const DROPPED_WITH_CONTENT = new Set(["script", "style", "template", "iframe", "object", "noscript", "svg", "math"]);
const IMAGE = /^(https?:|\/(?!\/)|data:image\/(png|jpeg|gif|webp);base64,)/i;

export function looksLikeHtml(text: string): boolean {
  return /<\/?[a-z][^>]*>/i.test(text);
}

export function SafeHtml({ html }: { html: string }) {
  const nodes = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, "text/html");
    return isSeen(body) ? [...body.childNodes].map(rebuild) : html;
  }, [html]);
  return <>{nodes}</>;
}

function isSeen(element: Element): boolean {
  if (DROPPED_WITH_CONTENT.has(element.localName)) return false;
  if (element.localName === "hr") return true;
  if (element.localName === "img") return IMAGE.test(element.getAttribute("src") ?? "");
  const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  return hasText || [...element.children].some(isSeen);
}

function rebuild(node: ChildNode, index: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const element = node as HTMLElement;
  const name = element.tagName.toLowerCase();
  if (DROPPED_WITH_CONTENT.has(name)) return null;
  const children = VOID.has(name) ? undefined : [...element.childNodes].map(rebuild);
  if (!ELEMENTS.has(name)) return children;
  return createElement(name, { key: index, ...attributesOf(name, element) }, children);
}

function attributesOf(name: string, element: HTMLElement): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  const title = element.getAttribute("title");
  if (title) attributes.title = title;
  const href = element.getAttribute("href");
  if (name === "a" && href && isSafeLink(href)) {
    Object.assign(attributes, { href, target: "_blank", rel: "noopener noreferrer", tabIndex: -1 });
  }
  const source = element.getAttribute("src");
  if (name === "img" && source && IMAGE.test(source)) {
    Object.assign(attributes, { src: source, alt: element.getAttribute("alt") ?? "", loading: "lazy" });
  }
  const { color, backgroundColor, fontWeight, fontStyle } = element.style;
  const style = Object.fromEntries(
    Object.entries({ color, backgroundColor, fontWeight, fontStyle }).filter(([, value]) => value !== ""),
  );
  if (Object.keys(style).length > 0) attributes.style = style;
  return attributes;
}
