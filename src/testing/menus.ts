import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect } from "vitest";

export async function pickFromMenu(name: string | RegExp): Promise<void> {
  const item = await screen.findByRole("menuitem", { name });
  await waitFor(() => expect(item.closest('[role="menu"]')?.contains(document.activeElement)).toBe(true));
  await userEvent.click(item);
}

export async function chooseAllRows(): Promise<void> {
  const box = await screen.findByRole("checkbox", { name: "Select all on this page" });
  await waitFor(() => expect(box).toHaveProperty("disabled", false));
  await userEvent.click(box);
}
