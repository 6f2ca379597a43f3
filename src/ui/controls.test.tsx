import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Select } from "antd";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { Checkbox } from "./Checkbox.tsx";
import { IconButton } from "./IconButton.tsx";
import { Kbd, shortcutText } from "./Kbd.tsx";
import { RangeSlider } from "./RangeSlider.tsx";
import { SearchField } from "./SearchField.tsx";
import { Segmented } from "./Segmented.tsx";
import { Splitter } from "./Splitter.tsx";
import { Tabs } from "./Tabs.tsx";
import { ThemeProvider } from "./ThemeProvider.tsx";
import { Tooltip } from "./Tooltip.tsx";
import { themeOf } from "./tokens.ts";

function Choice({ onChange }: { onChange(value: string): void }) {
  const [value, setValue] = useState("a");
  const options = [
    { value: "a", label: "A" },
    { value: "b", label: "B", disabled: true },
    { value: "c", label: "C" },
  ];
  return (
    <Segmented
      label="Letter"
      value={value}
      options={options}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

function Pages() {
  const [active, setActive] = useState("one");
  return (
    <Tabs
      label="Pages"
      active={active}
      onChange={setActive}
      tabs={[
        { key: "one", label: "One", content: "First page" },
        { key: "two", label: "Two", count: 3, content: "Second page" },
        { key: "off", label: "Off", disabled: true },
      ]}
    />
  );
}

describe("Segmented", () => {
  test("arrow keys select the next enabled option, wrapping around", async () => {
    const onChange = vi.fn();
    render(<Choice onChange={onChange} />);
    await userEvent.tab();
    await userEvent.keyboard("{ArrowRight}");
    expect(onChange).toHaveBeenLastCalledWith("c");
    expect(screen.getByRole("radio", { name: "C" })).toHaveProperty("ariaChecked", "true");
    expect(document.activeElement?.textContent).toBe("C");
    await userEvent.keyboard("{ArrowRight}");
    expect(onChange).toHaveBeenLastCalledWith("a");
  });

  test("only the selected option is a tab stop", () => {
    render(<Choice onChange={() => {}} />);
    expect(screen.getAllByRole("radio").map((radio) => radio.tabIndex)).toEqual([0, -1, -1]);
  });
});

describe("Tabs", () => {
  test("mount the active panel only, and are navigated by keys", async () => {
    render(<Pages />);
    expect(screen.getByRole("tabpanel").textContent).toBe("First page");
    await userEvent.tab();
    await userEvent.keyboard("{End}");
    expect(screen.getByRole("tabpanel").textContent).toBe("Second page");
    expect(screen.queryByText("First page")).toBeNull();
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("tab", { name: "One" })).toHaveProperty("ariaSelected", "true");
  });

  test("shows the count of a tab", () => {
    render(<Pages />);
    expect(screen.getByRole("tab", { name: /^Two\s?3$/ })).toBeTruthy();
  });
});

describe("Splitter", () => {
  function setup(panel: "before" | "after") {
    const onSize = vi.fn();
    render(<Splitter size={240} onSize={onSize} min={200} max={550} initial={260} label="Width" panel={panel} />);
    return { onSize, line: screen.getByRole("separator", { name: "Width" }) };
  }

  test("moves with arrow keys within its limits", () => {
    const { onSize, line } = setup("before");
    fireEvent.keyDown(line, { key: "ArrowRight" });
    fireEvent.keyDown(line, { key: "Home" });
    fireEvent.keyDown(line, { key: "End" });
    expect(onSize.mock.calls.flat()).toEqual([256, 200, 550]);
  });

  test("resizes a panel after it in the opposite direction", () => {
    const { onSize, line } = setup("after");
    fireEvent.keyDown(line, { key: "ArrowRight" });
    expect(onSize).toHaveBeenCalledWith(224);
  });

  test("follows the pointer and resets on double click", () => {
    const { onSize, line } = setup("before");
    fireEvent.pointerDown(line, { button: 0, clientX: 240, pointerId: 1 });
    fireEvent.pointerMove(line, { clientX: 300, pointerId: 1 });
    fireEvent.pointerUp(line, { pointerId: 1 });
    fireEvent.pointerMove(line, { clientX: 400, pointerId: 1 });
    fireEvent.doubleClick(line);
    expect(onSize.mock.calls.flat()).toEqual([300, 260]);
  });

  test("exposes its value and limits", () => {
    const { line } = setup("before");
    expect(line.getAttribute("aria-valuenow")).toBe("240");
    expect(line.getAttribute("aria-valuemin")).toBe("200");
    expect(line.getAttribute("aria-valuemax")).toBe("550");
  });
});

describe("a multi-select", () => {
  const TAB = { key: "Tab", keyCode: 9 };
  const ESCAPE = { key: "Escape", keyCode: 27 };

  test.each([
    ["Tab", [TAB]],
    ["Escape and a quick Tab", [ESCAPE, TAB]],
  ])("closes and keeps its selection on %s", async (_, keys) => {
    render(
      <ThemeProvider look={{ mode: "light", theme: themeOf("light"), variables: {} }}>
        <Select
          mode="multiple"
          allowClear
          aria-label="Airports"
          defaultValue={["ORD"]}
          options={["ORD", "SFO"].map((value) => ({ value }))}
        />
      </ThemeProvider>,
    );
    const field = screen.getByRole("combobox", { name: "Airports" });
    await userEvent.click(field);
    expect(field.getAttribute("aria-expanded")).toBe("true");
    // Returns whether the browser would handle the key.
    const goesOn = keys.map((key) => fireEvent.keyDown(field, key));
    expect(goesOn.at(-1)).toBe(true);
    act(() => screen.getByRole("button", { name: "Clear" }).focus());
    await vi.waitFor(() => expect(field.getAttribute("aria-expanded")).toBe("false"));
    const chosen = [...document.querySelectorAll(".ant-select-selection-item")].map((one) => one.textContent);
    expect(chosen).toEqual(["ORD"]);
  });
});

describe("SearchField", () => {
  test.each([
    ["its cross", () => userEvent.click(screen.getByRole("button", { name: "Clear search" }))],
    ["Escape", () => userEvent.type(screen.getByRole("searchbox"), "{Escape}")],
  ])("is cleared by %s, and keeps the focus", async (_way, clear) => {
    const onChange = vi.fn();
    render(<SearchField label="Search" value="flights" onChange={onChange} />);
    await clear();
    expect(onChange).toHaveBeenCalledExactlyOnceWith("");
    expect(document.activeElement).toBe(screen.getByRole("searchbox"));
  });
});

test("an icon button has a name and a pressed state", () => {
  render(<IconButton label="Filters" icon="x" pressed />);
  expect(screen.getByRole("button", { name: "Filters", pressed: true })).toBeTruthy();
});

test("a checkbox shows a partial selection", () => {
  render(<Checkbox label="All" checked={false} indeterminate onChange={() => {}} />);
  expect((screen.getByRole("checkbox", { name: "All" }) as HTMLInputElement).indeterminate).toBe(true);
});

test("formats keys with symbols, chords separated by spaces", () => {
  expect(shortcutText("Mod+Enter")).toBe("Ctrl+↵");
  const { container } = render(<Kbd keys="g h" />);
  expect([...container.querySelectorAll("kbd")].map((key) => key.textContent)).toEqual(["g", "h"]);
});

describe("RangeSlider", () => {
  function show(value: [number, number]) {
    const moves = { onMove: vi.fn(), onChange: vi.fn() };
    render(<RangeSlider min={0} max={100} step={5} value={value} labels={["Lowest", "Highest"]} {...moves} />);
    return moves;
  }

  test("keys move a handle by a step, and to its ends", async () => {
    const { onChange } = show([20, 80]);
    await userEvent.tab();
    await userEvent.keyboard("{ArrowRight}{PageDown}{Home}{End}");
    expect(onChange.mock.calls.map(([value]) => value)).toEqual([
      [25, 80],
      [0, 80],
      [0, 80],
      [80, 80],
    ]);
    await userEvent.tab();
    await userEvent.keyboard("{ArrowDown}{End}");
    expect(onChange).toHaveBeenLastCalledWith([20, 100]);
    expect(screen.getByRole("slider", { name: "Highest" }).getAttribute("aria-valuemin")).toBe("20");
  });

  test("reaches the maximum even if it isn't a multiple of the step", async () => {
    const onChange = vi.fn();
    const rest = { labels: ["Lowest", "Highest"], onMove: vi.fn(), onChange } as const;
    render(<RangeSlider min={21} max={4962} step={10} value={[21, 500]} {...rest} />);
    screen.getByRole("slider", { name: "Highest" }).focus();
    await userEvent.keyboard("{End}");
    expect(onChange).toHaveBeenCalledWith([21, 4962]);
  });

  test("the closest handle follows the pointer, and doesn't pass the other", () => {
    const { onMove, onChange } = show([20, 80]);
    const low = screen.getByRole("slider", { name: "Lowest" });
    const rail = low.parentElement as HTMLElement;
    rail.getBoundingClientRect = () => ({ left: 0, width: 200 }) as DOMRect;
    fireEvent.pointerDown(rail, { button: 0, clientX: 60 });
    expect(onMove).toHaveBeenLastCalledWith([30, 80]);
    expect(document.activeElement).toBe(low);
    fireEvent.pointerMove(rail, { clientX: 190 });
    expect(onMove).toHaveBeenLastCalledWith([80, 80]);
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.pointerUp(rail);
    expect(onChange).toHaveBeenCalledExactlyOnceWith([80, 80]);
  });
});

describe("Tooltip", () => {
  test("shows on hover, and leaves the control unchanged", async () => {
    const onPointerEnter = vi.fn();
    render(
      <Tooltip title="Sends it">
        <button type="button" onPointerEnter={onPointerEnter}>
          Send
        </button>
      </Tooltip>,
    );
    const button = screen.getByRole("button", { name: "Send" });
    button.focus();
    await userEvent.hover(button);
    expect((await screen.findByRole("tooltip")).textContent).toBe("Sends it");
    expect(onPointerEnter).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(button);
    expect(button.isConnected).toBe(true);
    await userEvent.unhover(button);
    await vi.waitFor(() =>
      expect(screen.queryByRole("tooltip")?.closest(".ant-tooltip-hidden, [style*=hidden]")).not.toBe(undefined),
    );
  });

  test("shows on keyboard focus", async () => {
    render(
      <Tooltip title="Sends it at once">
        <button type="button">Send</button>
      </Tooltip>,
    );
    await userEvent.tab();
    expect((await screen.findByRole("tooltip")).textContent).toBe("Sends it at once");
  });

  test("doesn't show if empty", async () => {
    render(
      <Tooltip title="">
        <button type="button">Send</button>
      </Tooltip>,
    );
    await userEvent.hover(screen.getByRole("button"));
    expect(screen.queryByRole("tooltip")).toBeNull();
  });
});
