import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect } from "vitest";

/** Picks from the open menu as a person can: not before it has the focus, which it takes some frames after it opened. */
export async function pickFromMenu(name: string | RegExp): Promise<void> {
  const item = await screen.findByRole("menuitem", { name });
  await waitFor(() => expect(item.closest('[role="menu"]')?.contains(document.activeElement)).toBe(true));
  await userEvent.click(item);
}

/** Chooses all rows of a list, as a person can: not before they are there. */
export async function chooseAllRows(): Promise<void> {
  const box = await screen.findByRole("checkbox", { name: "Select all on this page" });
  await waitFor(() => expect(box).toHaveProperty("disabled", false));
  await userEvent.click(box);
}
