import { useLayoutEffect, useMemo, useRef } from "react";
import { safeMarkup } from "../../chart-kit/handlebars/safe-markup.ts";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { localCss, withoutGlobalRules } from "../../model/css-text.ts";
import styles from "./Renderer.module.css";
import type { HandlebarsDrawing } from "./transform.ts";

const BASE_STYLES = `
:host { display: block; }
h1, h2, h3, h4 { margin: 0 0 8px; font-weight: 600; line-height: 1.3; }
h1 { font-size: 20px; } h2 { font-size: 16px; } h3, h4 { font-size: 14px; }
p, ul, ol { margin: 0 0 8px; } ul, ol { padding-left: 20px; }
a { color: var(--tessera-color-link); }
img { max-width: 100%; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 8px; text-align: left; border-bottom: 1px solid var(--tessera-color-split); }
th { color: var(--tessera-color-text-tertiary); font-weight: 500; }
code, pre { font-family: var(--tessera-font-family-code, monospace); font-size: 12px; }
`;

/** Uses a shadow root: styles don't leak and content stays inside the chart. */
export function Renderer({ props, onContextMenu }: RendererProps<HandlebarsDrawing>) {
  const { html, css, label, problem } = props;
  const host = useRef<HTMLDivElement>(null);
  const markup = useMemo(() => safeMarkup(html), [html]);
  useLayoutEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = `${BASE_STYLES}\n${withoutGlobalRules(localCss(css))}`;
    root.replaceChildren(style, markup.cloneNode(true));
  }, [markup, css]);
  return (
    <figure
      className={styles.box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is scrolled by keys
      tabIndex={0}
      onContextMenu={(event) => {
        if (!onContextMenu || event.target instanceof HTMLAnchorElement) return;
        event.preventDefault();
        onContextMenu({ x: event.clientX, y: event.clientY }, null);
      }}
    >
      {problem === undefined ? null : (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div ref={host} />
    </figure>
  );
}
