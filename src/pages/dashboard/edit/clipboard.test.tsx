import { act, createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { dashboardRoutes, grantAllAccess, openAt, signIn } from "../../../testing/dashboard-page.tsx";
import { pickFromMenu } from "../../../testing/menus.ts";
import { type Routes, serve } from "../../../testing/network.ts";
import { useToasts } from "../../../web/toasts/toasts.ts";
import { DashboardPage } from "../DashboardPage.tsx";

const PAGES = [{ path: "/superset/dashboard/:idOrSlug/", element: <DashboardPage /> }];
const UUID = "6f1c2f4e-7f1b-4a55-9f3b-0b7d8b0b0a01";
const chartRoute = (id: number) => ({ body: { id, result: { id, uuid: UUID, slice_name: `Chart ${id}` } } });

beforeEach(() => {
  localStorage.clear();
  grantAllAccess();
  signIn([
    ["can_read", "Dashboard"],
    ["can_write", "Dashboard"],
    ["can_read", "Chart"],
  ]);
  useToasts.setState({ toasts: [] });
});

async function edit(routes: Routes = {}) {
  serve({
    ...dashboardRoutes(),
    "GET /api/v1/chart/": { body: { count: 0, ids: [], result: [] } },
    "GET /api/v1/chart/1": chartRoute(1),
    ...routes,
  });
  openAt("/superset/dashboard/flights/?edit=true", PAGES);
  return screen.findByRole("group", { name: "Chart chart 1" });
}

const tiles = (name: RegExp) => screen.queryAllByRole("group", { name });
const toasts = () => useToasts.getState().toasts.map(({ text }) => text);

function copyBy(kind: "copy" | "cut", element: Element): { text: string; isHandled: boolean } {
  let text = "";
  const event = createEvent[kind](element, { clipboardData: { setData: (_: string, data: string) => (text = data) } });
  fireEvent(element, event);
  return { text, isHandled: event.defaultPrevented };
}

const pasteOn = (element: Element, text: string) =>
  fireEvent.paste(element, { clipboardData: { getData: () => text } });

it("copies a chart by keyboard and pastes it after the selection as one step", async () => {
  const tile = await edit();
  await act(async () => tile.focus());
  const { text } = copyBy("copy", tile);
  expect(JSON.parse(text).components.map(({ id }: { id: string }) => id)).toEqual(["CHART-1"]);
  pasteOn(tile, text);
  await waitFor(() => expect(tiles(/^Chart Chart 1, selected/)).toHaveLength(1));
  expect(tiles(/^Chart chart 1$/i)).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Undo: Pasted Chart 1" }));
  expect(tiles(/^Chart chart 1/i)).toHaveLength(1);
});

it("cuts a chart", async () => {
  const tile = await edit();
  await act(async () => tile.focus());
  expect(copyBy("cut", tile).isHandled).toBe(true);
  await waitFor(() => expect(tiles(/^Chart chart 1/)).toHaveLength(0));
});

it("leaves text fields and other text to the browser", async () => {
  const tile = await edit();
  await act(async () => tile.focus());
  const title = screen.getByRole("textbox", { name: "Dashboard title" });
  expect(copyBy("copy", title).isHandled).toBe(false);
  expect(pasteOn(tile, "Revenue by region")).toBe(true);
  expect(screen.getByText("No changes")).toBeTruthy();
});

const COPIED = (origin: string, ids: readonly number[]) =>
  JSON.stringify({
    format: "tessera dashboard components",
    origin,
    components: [
      { id: "ROW-x", type: "ROW", children: ids.map((id) => `CHART-x${id}`), meta: {} },
      ...ids.map((id) => ({
        ...{ id: `CHART-x${id}`, type: "CHART", children: [] },
        meta: { chartId: id, uuid: id === 1 ? UUID : undefined, sliceName: `Copied ${id}`, width: 3, height: 20 },
      })),
    ],
  });

it("leaves out charts without access, and finds charts of other servers by their uuid only", async () => {
  const tile = await edit({
    "GET /api/v1/chart/8": { status: 404, body: { message: "Not found" } },
    [`GET /api/v1/chart/${UUID}`]: chartRoute(1),
  });
  pasteOn(tile, COPIED(window.location.origin, [8]));
  const away = (name: string) => `1 chart not pasted, as you don't have access here: ${name}`;
  await waitFor(() => expect(toasts()).toEqual([away("Copied 8")]));
  pasteOn(tile, COPIED("https://elsewhere.example", [1, 2]));
  await waitFor(() => expect(toasts()).toEqual([away("Copied 8"), away("Copied 2")]));
  expect(await screen.findByRole("button", { name: "Undo: Pasted row" })).toBeTruthy();
  expect(tiles(/^Chart Chart 1$/)).toHaveLength(1);
});

it("copies and pastes by the tile's toolbar", async () => {
  let stored = "";
  const writeText = vi.fn(async (text: string) => {
    stored = text;
  });
  const readText = vi.fn(async () => stored);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText, readText } });
  const tile = await edit();
  const choose = async (name: RegExp) => {
    await userEvent.click(screen.getByRole("button", { name: "Copy and paste" }));
    await pickFromMenu(name);
  };
  await act(async () => tile.focus());
  await choose(/^Copy/);
  await waitFor(() => expect(toasts()).toEqual(["Copied. Paste it on any dashboard that you edit."]));
  await choose(/^Paste after this/);
  expect(await screen.findByRole("button", { name: "Undo: Pasted Chart 1" })).toBeTruthy();
  readText.mockRejectedValueOnce(new Error("denied"));
  await choose(/^Paste after this/);
  await waitFor(() => expect(toasts().at(-1)).toMatch(/doesn't let this page read the clipboard/));
});
