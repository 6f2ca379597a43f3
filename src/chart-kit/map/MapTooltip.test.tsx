import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { MapTooltip } from "./MapTooltip.tsx";

const MARK = { tooltip: { rows: [{ label: "Depth", value: "3.5" }] } };

function show(text?: string, values = {}) {
  const of = document.createElement("div");
  const mark = text === undefined ? MARK : { ...MARK, template: { text, values } };
  render(<MapTooltip mark={mark} of={of} x={1} y={1} />);
  return () => document.querySelector("[role=presentation]");
}

test("shows the default tooltip or the author's template", async () => {
  expect(show()()?.textContent).toContain("Depth");
  const box = show("<b>{{place}}</b>: {{depth}}", { place: "<i>Fiji</i>", depth: 3.5 });
  await waitFor(() => expect(document.querySelector("[role=presentation] b")?.textContent).toBe("<i>Fiji</i>"));
  expect(box()).toBeTruthy();
});

test("template markup can't execute code, and errors are shown below the default tooltip", async () => {
  show("<img src=x onerror=alert(1)><script>alert(1)</script><u>safe</u>");
  await waitFor(() => expect(document.querySelector("[role=presentation] u")).toBeTruthy());
  expect(document.body.innerHTML).not.toMatch(/onerror|<script/);
  show("{{#if a}}open");
  await waitFor(() => expect(document.body.textContent).toContain("Depth"));
});
