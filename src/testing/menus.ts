import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect } from "vitest";

/** Picks from the open menu as a person can: not before it has the focus, which it takes some frames after it opened. */
export async function pickFromMenu(name: string | RegExp): Promise<void> {
  const item = await screen.findByRole("menuitem", { name });
  await waitFor(() => expect(item.closest('[role="menu"]')?.contains(document.activeElement)).toBe(true));
  await userEvent.click(item);
}
