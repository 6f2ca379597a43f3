import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { closesSelectOnly } from "./escape.ts";
import { Message } from "./Message.tsx";
import { SeeMore } from "./SeeMore.tsx";
import { useBoxSize } from "./use-box-size.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a message", () => {
  test("is a heading on a full page, and an alert only on errors", () => {
    const { rerender } = render(<Message title="No charts" text="Make one" page />);
    expect(screen.getByRole("heading", { name: "No charts", level: 1 })).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    rerender(<Message title="Failed" tone="error" actions={<button type="button">Retry</button>} detail="E42" />);
    expect(screen.getByRole("alert").textContent).toContain("Failed");
    expect(screen.queryByRole("heading")).toBeNull();
    expect(screen.getByText("E42").closest("details")?.open).toBe(false);
  });

  test("expands and collapses details", () => {
    const onToggle = vi.fn();
    render(<SeeMore onToggle={onToggle}>The stack</SeeMore>);
    const details = screen.getByText("See more").closest("details") as HTMLDetailsElement;
    for (const [open, words] of [
      [true, "See less"],
      [false, "See more"],
    ] as const) {
      details.open = open;
      fireEvent(details, new Event("toggle"));
      expect(screen.getByText(words)).toBeTruthy();
    }
    expect(onToggle.mock.calls).toEqual([[true], [false]]);
  });
});

test("Escape closes an open select and nothing around it", async () => {
  const around = vi.fn();
  const closed: boolean[] = [];
  const field = (isOpen: boolean) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands in for a dialog
    <div onKeyDown={around}>
      <input
        role="combobox"
        aria-expanded={isOpen}
        aria-controls="list"
        onKeyDown={(event) => closed.push(closesSelectOnly(event))}
      />
    </div>
  );
  const { rerender } = render(field(true));
  await userEvent.click(screen.getByRole("combobox"));
  await userEvent.keyboard("{Escape}");
  expect(around).not.toHaveBeenCalled();
  await userEvent.keyboard("x");
  rerender(field(false));
  await userEvent.keyboard("{Escape}");
  expect(closed).toEqual([true, false, false]);
  expect(around).toHaveBeenCalledTimes(2);
});

function Box({ tell }: { tell(size: unknown): void }) {
  const [box, size] = useBoxSize();
  tell(size);
  return <div ref={box} data-testid="box" />;
}

test("a box reports its size in whole pixels, and only changes", () => {
  let measure = () => {};
  const disconnect = vi.fn();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        measure = callback;
      }
      observe = () => {};
      disconnect = disconnect;
    },
  );
  const sizes: unknown[] = [];
  const { unmount } = render(<Box tell={(size) => sizes.push(size)} />);
  const resize = (clientWidth: number, clientHeight: number) =>
    act(() => {
      const element = screen.getByTestId("box");
      for (const [name, value] of Object.entries({ clientWidth, clientHeight }))
        Object.defineProperty(element, name, { value, configurable: true });
      measure();
    });
  resize(300.7, 200);
  resize(300.2, 200);
  resize(0, 0);
  expect(new Set(sizes.map((size) => JSON.stringify(size)))).toEqual(
    new Set([undefined, '{"width":300,"height":200}']),
  );
  resize(100, 50);
  expect(sizes.at(-1)).toEqual({ width: 100, height: 50 });
  unmount();
  expect(disconnect).toHaveBeenCalledOnce();
});
