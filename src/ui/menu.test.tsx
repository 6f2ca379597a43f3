import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
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
