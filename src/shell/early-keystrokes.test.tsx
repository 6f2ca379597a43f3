import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { CommandPalette } from "../features/palette/CommandPalette.tsx";
import { serve } from "../testing/network.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { queryClient } from "../web/client/query.ts";
import { signedIn, useSession } from "../web/session/session.ts";
import { EarlyKeystrokes } from "./EarlyKeystrokes.tsx";

const EMPTY = { body: { count: 0, ids: [], result: [] } };

test("sends keys typed before the palette has loaded to the palette, not to page shortcuts", async () => {
  const ada = {
    userId: 7,
    username: "ada",
    firstName: "Ada",
    lastName: "L",
    email: "a@example.com",
    isAnonymous: false,
  };
  useSession.setState(signedIn({ ...ada, roles: { Alpha: [] } }), true);
  serve({
    "GET /api/v1/dashboard/": EMPTY,
    "GET /api/v1/chart/": EMPTY,
    "GET /api/v1/dataset/": EMPTY,
    "GET /api/v1/log/recent_activity/": { body: { result: [] } },
  });
  const code = Promise.withResolvers<ComponentType>();
  const Palette = lazyComponent(() => code.promise);
  const text = { current: "" };
  const onClose = vi.fn();
  const page = <Palette fallback={<EarlyKeystrokes text={text} onClose={onClose} />} />;
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: "*", element: page }])} />
    </QueryClientProvider>,
  );
  const onPage = vi.fn();
  const letters = (event: KeyboardEvent) => onPage(event.key);
  document.addEventListener("keydown", letters);
  const keys = userEvent.setup({ delay: null });
  await keys.keyboard("edi");
  expect(onPage).not.toHaveBeenCalled();
  document.removeEventListener("keydown", letters);
  code.resolve(() => <CommandPalette ahead={text} onClose={onClose} onHelp={vi.fn()} />);
  const field = await screen.findByRole<HTMLInputElement>("combobox", { name: "Search or run an action" });
  expect([field.value, document.activeElement]).toEqual(["edi", field]);
  await keys.keyboard("t");
  expect(field.value).toBe("edit");
});
