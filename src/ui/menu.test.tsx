import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Menu } from "./Menu.tsx";
import { LOOKS, ThemeProvider } from "./ThemeProvider.tsx";

test("closes with its submenus without animations, and reopens at its top", async () => {
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

describe("keyboard", () => {
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
  const isInMenu = () => document.activeElement?.role === "menuitem";
  async function press(key: string): Promise<void> {
    await userEvent.keyboard(key);
    if (key === "{ArrowRight}") await waitFor(() => expect(document.activeElement?.textContent).toBe("CSV"));
  }
  const open = async () => {
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(isInMenu()).toBe(true));
  };
  test.each([
    [["{Enter}"], "Copy"],
    [["{ArrowDown}", "{Enter}"], "JSON"],
    [["{ArrowDown}", "{Control>}{Enter}{/Control}"], "JSON apart"],
    [["{ArrowUp}", "{ArrowRight}", "{ArrowDown}", "{Enter}"], "Excel"],
    [["{End}", "{ArrowRight}", "{Enter}"], "CSV"],
    [["{ArrowDown}", " "], "JSON"],
    [["{End}", "{ArrowRight}", "{ArrowLeft}", "{Home}", "{Enter}"], "Copy"],
  ])("%j select %s and close the menu", async (keys, chosen) => {
    const all = draw();
    await open();
    for (const key of keys) await press(key);
    await waitFor(() => expect(all).toEqual([chosen]));
    expect(screen.getByRole("button", { name: "Acts" }).ariaExpanded).toBe("false");
  });
  test("Arrow Down opens it", async () => {
    draw();
    await userEvent.keyboard("{ArrowDown}");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Copy"));
  });
  test("Escape selects nothing and restores the focus", async () => {
    const all = draw();
    await open();
    await userEvent.keyboard("{ArrowDown}{Escape}");
    const button = screen.getByRole("button", { name: "Acts" });
    await waitFor(() => expect(button.ariaExpanded).toBe("false"));
    expect(document.activeElement).toBe(button);
    expect(all).toEqual([]);
  });
});

test("Enter follows a link, and keys continue from the hovered entry", async () => {
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
