import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { localeFrom } from "../i18n/locale.ts";
import { Kbd } from "./Kbd.tsx";
import { RangeSlider } from "./RangeSlider.tsx";
import { Splitter } from "./Splitter.tsx";
import { Tabs } from "./Tabs.tsx";

let former: ReturnType<typeof localeFrom>;
beforeEach(() => {
  former = localeFrom(() => ({ language: "ar" }));
});
afterEach(() => void localeFrom(former));

test("the left arrow goes to the next tab", () => {
  const onChange = vi.fn();
  const tabs = ["one", "two", "three"].map((key) => ({ key, label: key }));
  render(<Tabs label="Pages" active="one" onChange={onChange} tabs={tabs} />);
  const list = screen.getByRole("tablist");
  fireEvent.keyDown(list, { key: "ArrowLeft" });
  fireEvent.keyDown(list, { key: "ArrowRight" });
  expect(onChange.mock.calls.flat()).toEqual(["two", "three"]);
});

test("a slider starts at the right, and the left arrow raises it", () => {
  const onMove = vi.fn();
  const onChange = vi.fn();
  const labels = ["Lowest", "Highest"] as const;
  render(<RangeSlider min={0} max={100} step={5} value={[20, 80]} {...{ labels, onMove, onChange }} />);
  const low = screen.getByRole("slider", { name: "Lowest" });
  const rail = low.parentElement as HTMLElement;
  rail.getBoundingClientRect = () => ({ left: 0, right: 200, width: 200 }) as DOMRect;
  fireEvent.pointerDown(rail, { button: 0, clientX: 140 });
  expect(onMove).toHaveBeenLastCalledWith([30, 80]);
  fireEvent.keyDown(low, { key: "ArrowLeft" });
  expect(onChange).toHaveBeenLastCalledWith([25, 80]);
});

test("the panel at the right of a splitter grows to the left", () => {
  const onSize = vi.fn();
  render(<Splitter size={240} onSize={onSize} min={200} max={550} initial={260} label="Width" panel="before" />);
  const line = screen.getByRole("separator", { name: "Width" });
  line.setPointerCapture = () => undefined;
  fireEvent.keyDown(line, { key: "ArrowLeft" });
  fireEvent.pointerDown(line, { button: 0, clientX: 500 });
  fireEvent.pointerMove(line, { clientX: 470 });
  expect(onSize.mock.calls.flat()).toEqual([256, 270]);
});

test("a keyboard shortcut stays left to right", () => {
  render(<Kbd keys="Mod+K" />);
  expect(screen.getByText("Ctrl+K").closest("[dir]")?.getAttribute("dir")).toBe("ltr");
});
