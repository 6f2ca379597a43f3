import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Menu } from "./Menu.tsx";
import { LOOKS, ThemeProvider } from "./ThemeProvider.tsx";

test("where nothing moves a menu goes with its submenus, and opens again at its top", async () => {
  const chosen: string[] = [];
  const entry = (key: string) => ({ key, label: key, onSelect: () => void chosen.push(key) });
  render(
    <ThemeProvider look={LOOKS.light} isStill>
      <Menu items={[entry("First"), { key: "more", label: "More", children: [entry("Inner")] }]}>
        <button type="button">Acts</button>
      </Menu>
    </ThemeProvider>,
  );
  const open = () => userEvent.click(screen.getByRole("button", { name: "Acts" }));
  await open();
  await userEvent.hover(await screen.findByText("More"));
  await userEvent.click(await screen.findByText("Inner"));
  expect(chosen).toEqual(["Inner"]);
  await waitFor(() => expect(document.querySelector('[role="menuitem"]')).toBeNull());
  await open();
  expect(await screen.findByText("First")).toBeTruthy();
  expect(screen.queryByText("Inner")).toBeNull();
});

describe("keys that are typed at once", () => {
  function draw() {
    const chosen: string[] = [];
    const entry = (key: string) => ({
      key,
      label: key,
      onSelect: (isApart: boolean) => void chosen.push(isApart ? `${key} apart` : key),
    });
    const rows = {
      key: "rows",
      label: "Rows",
      children: [entry("CSV"), { key: "off", label: "PDF", disabled: true }, entry("Excel")],
    };
    const items = [entry("Copy"), { key: "g", group: "Files", items: [entry("JSON")] }, rows];
    render(
      <Menu items={items}>
        <button type="button">Acts</button>
      </Menu>,
    );
    screen.getByRole("button", { name: "Acts" }).focus();
    return chosen;
  }
  /** As a queue of keys that the browser had no time for: no frame is painted in between. */
  const typeAtOnce = (...keys: string[]) => {
    for (const typed of keys) {
      const [key = "", ctrl] = typed.split("+").reverse();
      const target = document.activeElement ?? document.body;
      if (fireEvent.keyDown(target, { key, ctrlKey: ctrl !== undefined }) && key === "Enter") fireEvent.click(target);
    }
  };
  test.each([
    [["Enter", "Enter"], "Copy"],
    [["Enter", "ArrowDown", "Enter"], "JSON"],
    [["Enter", "ArrowDown", "Control+Enter"], "JSON apart"],
    [["Enter", "ArrowUp", "ArrowRight", "ArrowDown", "Enter"], "Excel"],
    [["Enter", "End", "Enter", "Enter"], "CSV"],
    [["Enter", "End", "ArrowRight", "ArrowLeft", "Home", "Enter"], "Copy"],
  ])("%j take what was counted: %s", async (keys, taken) => {
    const chosen = draw();
    typeAtOnce(...keys);
    await waitFor(() => expect(chosen).toEqual([taken]));
    expect(screen.getByRole("button", { name: "Acts" }).ariaExpanded).toBe("false");
  });
  test("take nothing after Escape", async () => {
    const chosen = draw();
    typeAtOnce("Enter", "ArrowDown", "Escape");
    expect(screen.getByRole("button", { name: "Acts" }).ariaExpanded).toBe("false");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Acts" }));
    expect(chosen).toEqual([]);
  });
});

test("Enter follows a link, and what the pointer is on is what the keys go on from", async () => {
  const chosen: string[] = [];
  render(
    <Menu
      items={[
        { key: "one", label: "One", onSelect: () => void chosen.push("one") },
        { key: "two", label: "Two", onSelect: () => void chosen.push("two") },
        { key: "there", label: <a href="#there">There</a> },
      ]}
    >
      <button type="button">Acts</button>
    </Menu>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Acts" }));
  await userEvent.hover(await screen.findByText("Two"));
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(location.hash).toBe("#there");
  expect(chosen).toEqual([]);
});
