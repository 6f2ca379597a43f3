import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chooseAllRows } from "../../testing/menus.ts";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { actionsOf } from "../../web/list-view/RowMenu.tsx";
import { signedIn, useSession } from "../../web/session/session.ts";
import { tryTheme, useTriedTheme } from "../../web/session/system-themes.ts";
import { setThemes, useLook } from "../../web/session/theme.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { ThemesPage } from "./ThemesPage.tsx";
import { PATH, type ThemeListOptions, type ThemeRow, themeList } from "./theme-list.tsx";

const ME = { userId: 7, username: "ada", firstName: "Ada", lastName: "U", email: "", isAnonymous: false };
const API = "/api/v1/theme/";
const PLAIN = { is_system: false, is_system_default: false, is_system_dark: false, changed_on: "2024-11-14T09:00:00" };
const ADA = { id: 7, first_name: "Ada", last_name: "U" };
const SEA = { ...PLAIN, id: 4, theme_name: "Sea", created_by: ADA };
const DAY = { ...PLAIN, id: 5, theme_name: "Day", created_by: ADA, is_system_default: true };
const OWN = { ...PLAIN, id: 6, theme_name: "Own", created_by: null, is_system: true };
const OTHER = { ...PLAIN, id: 8, theme_name: "Of others", created_by: { ...ADA, id: 8 } };
const json_data = '{"token":{"colorPrimary":"#088580"}}';

const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  [`GET ${API}`]: { body: { count: 4, ids: [4, 5, 6, 8], result: [SEA, DAY, OWN, OTHER] } },
  [`GET ${API}4`]: { body: { id: 4, result: { ...SEA, json_data } } },
  [`GET ${API}8`]: { body: { id: 8, result: { ...OTHER, json_data } } },
};

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});
afterEach(async () => {
  await act(() => tryTheme(undefined));
  act(() => setThemes("system", { light: undefined, dark: undefined }));
});

const WRITER = ["can_read", "can_write", "can_export"];

function open(path = PATH, routes: Routes = {}, { role = "Gamma", pairs = WRITER } = {}) {
  const roles = { [role]: pairs.map((name): [string, string] => [name, "Theme"]) };
  useSession.setState(signedIn({ ...ME, roles }), true);
  const requests = serve({ ...ROUTES, ...routes });
  const router = createMemoryRouter([{ path: PATH, element: <ThemesPage /> }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

const sent = (requests: readonly RecordedRequest[]) =>
  requests.filter((one) => one.method !== "GET").map(({ method, path, body }) => ({ method, path, body }));

function actsOn(row: ThemeRow, may: Partial<ThemeListOptions>): string[] {
  const none = () => undefined;
  const acts = { onOpen: none, onCopy: none, onTry: none, onExport: none, onMark: none, onDelete: none };
  const access = { canWrite: true, canExport: true, isAdmin: false, userId: 7, previewedId: undefined, ...may };
  return actionsOf(themeList({ ...access, ...acts }), row).map(({ label }) => label);
}

async function take(name: string, action: string) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  const items = await screen.findAllByRole("menuitem", { name: action });
  await userEvent.click(items.at(-1) as HTMLElement);
}

test("offers actions by creator, other users and administrators", () => {
  const [json_data, trying] = ["{}", "Preview in this browser"];
  const acts = (may: Partial<ThemeListOptions>) =>
    [SEA, DAY, OWN, OTHER].map((row) => actsOn({ ...row, json_data }, may));
  expect(acts({})).toEqual([
    ["Edit", "Copy", trying, "Export", "Delete"],
    ["View", "Copy", trying, "Export"],
    ["View", "Copy", trying],
    ["View", "Copy", trying, "Export"],
  ]);
  expect(acts({ canWrite: false, canExport: false })).toEqual(Array(4).fill(["View", trying]));
  const marks = ["Set as default", "Set as dark default"];
  expect(acts({ isAdmin: true, previewedId: 4 })).toEqual([
    ["Edit", "Copy", "Stop preview", ...marks, "Export", "Delete"],
    ["Edit", "Copy", trying, "Clear default", "Set as dark default", "Export"],
    ["View", "Copy", trying, ...marks],
    ["Edit", "Copy", trying, ...marks, "Export", "Delete"],
  ]);
});

test("read-only users can't create or import themes", async () => {
  open(`${PATH}?new=1`, {}, { pairs: ["can_read"] });
  expect(within(await screen.findByRole("row", { name: /Day/ })).getByText("Default")).toBeTruthy();
  expect(within(screen.getByRole("row", { name: /Own/ })).getByText("System")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /New theme|Import/ })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("creates a theme with a preview, and shows problems before and after sending", async () => {
  const answers = [
    { status: 400, body: { message: { theme_name: ["Theme name cannot be empty."] } } },
    { status: 201, body: { id: 9, result: { theme_name: "Sea" } } },
  ];
  const requests = open(`${PATH}?new=1`, { [`POST ${API}`]: () => answers.shift() ?? { status: 500 } });
  expect(await screen.findByRole("figure", { name: "Theme preview" })).toBeTruthy();
  await waitFor(() => expect(document.querySelector(".cm-content")).toBeTruthy());
  const code = screen.getByRole("textbox", { name: "Configuration" });
  await userEvent.click(code);
  await userEvent.keyboard("{Control>}a{/Control}{{");
  expect(await screen.findByText("Invalid JSON configuration")).toBeTruthy();
  await userEvent.keyboard('{Control>}a{/Control}{{"token":{{"colorText":"#ffffff","brandLogoUrl":"x.png"');
  expect(await screen.findByText("Has no effect: brandLogoUrl")).toBeTruthy();
  expect(screen.queryByText("Invalid JSON configuration")).toBeNull();
  expect(screen.getByText(/^Low contrast against the background: text/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Name *"), "Sea");
  await userEvent.click(screen.getByRole("button", { name: /Save theme/ }));
  expect(await screen.findByText("Theme name cannot be empty.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /Save theme/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const body = requests.at(-1 - [...requests].reverse().findIndex(({ method }) => method === "POST"))?.body;
  expect(JSON.parse((body as { json_data: string }).json_data)).toEqual({
    token: { colorText: "#ffffff", brandLogoUrl: "x.png" },
  });
});

test("shows themes of others read-only", async () => {
  open(`${PATH}?edit=8`);
  expect(await screen.findByText("Only its creator and administrators can edit this theme.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save theme" })).toBeNull();
});

test("can be previewed in this browser, follows saves, and can be stopped", async () => {
  open(PATH, { [`PUT ${API}4`]: { body: { id: 4, result: { theme_name: "Ocean" } } } });
  const { result: look } = renderHook(() => useLook());
  const { result: tried } = renderHook(() => useTriedTheme());
  await take("Sea", "Preview in this browser");
  expect(await screen.findByText("Preview")).toBeTruthy();
  expect(look.current.variables?.["tessera-color-primary"]).toBe("#088580");
  await userEvent.click(screen.getByRole("link", { name: "Sea" }));
  await userEvent.clear(await screen.findByLabelText("Name *"));
  await userEvent.type(screen.getByLabelText("Name *"), "Ocean");
  await userEvent.click(screen.getByRole("button", { name: /Save theme/ }));
  await waitFor(() => expect(tried.current?.name).toBe("Ocean"));
  await take("Sea", "Stop preview");
  await waitFor(() => expect(tried.current).toBeNull());
  expect(look.current.variables).toBeUndefined();
});

test("administrators can set and clear defaults, with immediate effect", async () => {
  const done = { body: { id: 4, result: "success" } };
  const routes = { [`PUT ${API}4/set_system_dark`]: done, [`DELETE ${API}unset_system_default`]: done };
  const requests = open(PATH, routes, { role: "Admin" });
  act(() => setThemes("system", { light: { mode: "light", theme: {}, variables: { a: "b" } } }));
  const { result: look } = renderHook(() => useLook());
  expect(look.current.variables).toEqual({ a: "b" });
  await take("Day", "Clear default");
  await waitFor(() => expect(look.current.variables).toBeUndefined());
  await take("Sea", "Set as dark default");
  await waitFor(() =>
    expect(sent(requests).map(({ path }) => path)).toEqual([`${API}unset_system_default`, `${API}4/set_system_dark`]),
  );
  expect(useToasts.getState().toasts.map(({ text }) => text)).toContain("“Day” is no longer the default theme");
});

test("deletes only the user's own themes of a selection", async () => {
  const requests = open(PATH, { [`DELETE ${API}4`]: { body: { message: "Deleted 1 theme" } } });
  await chooseAllRows();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete theme?" }));
  expect(await question.findByText(/2 selected themes are kept/)).toBeTruthy();
  await userEvent.type(question.getByLabelText("Type DELETE to confirm"), "delete");
  await userEvent.click(question.getByRole("button", { name: "Delete theme" }));
  await waitFor(() => expect(sent(requests).map(({ path }) => path)).toEqual([`${API}4`]));
});

test("copies a built-in theme, which can't be edited", async () => {
  const requests = open(PATH, { [`POST ${API}`]: { body: { id: 9, result: { theme_name: "Mine" } } } });
  await userEvent.click(await screen.findByRole("link", { name: "Built-in dark" }));
  expect(await screen.findByText("System themes can't be edited.")).toBeTruthy();
  await userEvent.click(screen.getAllByRole("button", { name: /Close|Cancel/ })[0]!);
  await take("Built-in dark", "Copy");
  expect(((await screen.findByLabelText("Name *")) as HTMLInputElement).value).toBe("Built-in dark (copy)");
  await userEvent.click(screen.getByRole("button", { name: /Save theme/ }));
  await waitFor(() => expect(sent(requests)).toHaveLength(1));
  const { json_data: text } = sent(requests)[0]!.body as { json_data: string };
  expect(JSON.parse(text)).toEqual({ algorithm: "dark", token: {} });
});

test("a change of a copy takes effect, and pale buttons are named", async () => {
  open(PATH);
  await take("Built-in light", "Copy");
  await userEvent.type(await screen.findByLabelText("Accent"), "#ffdd00");
  await userEvent.type(screen.getByLabelText("Background"), "#fff8e1");
  expect(await screen.findByText(/^Low contrast of text on primary buttons \(1\.\d:1/)).toBeTruthy();
});

test("built-in themes can't be selected", async () => {
  open(PATH);
  expect(await screen.findByRole("link", { name: "Built-in light" })).toBeTruthy();
  expect(screen.getByRole("checkbox", { name: "Select Sea" })).toBeTruthy();
  expect(screen.queryByRole("checkbox", { name: "Select Built-in light" })).toBeNull();
  await chooseAllRows();
  expect(screen.queryByText(/Built-in/, { selector: "[data-chosen=true] *" })).toBeNull();
});

test("sets tokens by fields, and keeps the rest of the JSON", async () => {
  open(`${PATH}?edit=4`);
  const accent = (await screen.findByLabelText("Accent")) as HTMLInputElement;
  expect(accent.value).toBe("#088580");
  await userEvent.clear(accent);
  await userEvent.type(screen.getByLabelText("Font size"), "15");
  await userEvent.type(screen.getByLabelText("Text"), "#aaaaaa");
  expect(await screen.findByText(/text \([\d.]+:1 instead of 4\.5:1\)/)).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "Light and dark" }));
  const code = screen.getByRole("textbox", { name: "Configuration" });
  await waitFor(() =>
    expect(code.textContent?.replace(/\s/g, "")).toContain('{"token":{"fontSize":15,"colorTextBase":"#aaaaaa"}}'),
  );
});
