import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { serve } from "../../testing/network.ts";
import { queryClient } from "../query.ts";
import { signedIn, useSession } from "../session.ts";
import { Shell } from "./Shell.tsx";

const gate = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock("../palette/CommandPalette.tsx", async (load) => {
  await gate.promise;
  return load();
});

const EMPTY = { body: { count: 0, ids: [], result: [] } };

test("what is typed before the palette has come is for it, and not for the page, whose letters act", async () => {
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
  const router = createMemoryRouter([{ path: "*", element: <Shell>A page</Shell> }]);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const onPage = vi.fn();
  document.addEventListener("keydown", (event) => onPage(event.key));
  const keys = userEvent.setup({ delay: null });
  await keys.keyboard("{Control>}k{/Control}");
  onPage.mockClear();
  await keys.keyboard("edi");
  expect(onPage).not.toHaveBeenCalled();
  gate.resolve();
  const field = await screen.findByRole<HTMLInputElement>("combobox", { name: "Search or run" });
  expect([field.value, document.activeElement]).toEqual(["edi", field]);
  await keys.keyboard("t");
  expect(field.value).toBe("edit");
});
