import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { dashboardBundle } from "../../api/bundle/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../client/client.ts";
import { queryClient } from "../client/query.ts";
import { Certified } from "../components/Certified.tsx";
import { ChartPicture } from "../components/ChartPicture.tsx";
import { LinkList } from "../components/LinkList.tsx";
import { Star } from "../components/Star.tsx";
import { useFavorites } from "../session/favorites.ts";
import { signedIn, useSession } from "../session/session.ts";
import { download, downloadPending, withProgressToast } from "../toasts/download.ts";
import { dismiss, useToasts } from "../toasts/toasts.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";

const NOUN = { one: "dashboard", many: "dashboards" } as const;
const TOKEN: Routes = { "GET /api/v1/security/csrf_token/": { body: { result: "t" } } };
const toasts = () => useToasts.getState().toasts.map((each) => each.text);

const show = (content: ReactNode) => render(<QueryClientProvider client={queryClient}>{content}</QueryClientProvider>);

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  for (const each of useToasts.getState().toasts) dismiss(each.id);
});

function Titles() {
  const { data } = useFavorites();
  return <p>{data?.map((each) => each.title).join(", ")}</p>;
}

describe("deleting", () => {
  const one = [{ id: 3, name: "Film economics" }];
  const two = [...one, { id: 4, name: "Seattle weather" }];

  async function confirm(items: typeof one, onDeleted = vi.fn(), toTrash?: "dashboard") {
    const onClose = vi.fn();
    show(
      <DeleteDialog
        items={items}
        noun={NOUN}
        contract={dashboard}
        listKey="dashboards"
        toTrash={toTrash}
        onClose={onClose}
        onDeleted={onDeleted}
      />,
    );
    if (toTrash)
      await userEvent.click(await screen.findByRole("button", { name: /^Delete (dashboard|\d+ dashboards)$/ }));
    else await userEvent.type(await screen.findByLabelText("Type DELETE to confirm"), "DELETE{Enter}");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    return onDeleted;
  }

  test("deletes one item by name", async () => {
    const requests = serve({ ...TOKEN, "DELETE /api/v1/dashboard/3": { body: { message: "OK" } } });
    expect(await confirm(one)).toHaveBeenCalledOnce();
    expect(requests.at(-1)?.path).toBe("/api/v1/dashboard/3");
    expect(toasts()).toEqual(["Deleted: Film economics"]);
  });

  test("deletes several items in one call", async () => {
    const requests = serve({ ...TOKEN, "DELETE /api/v1/dashboard/": { body: { message: "Deleted 2 dashboards" } } });
    await confirm(two);
    expect(requests.find((each) => each.method === "DELETE")?.query.get("q")).toBe("!(3,4)");
    expect(toasts()).toEqual(["Deleted: 2 dashboards"]);
  });

  test("says that nothing else uses several items", async () => {
    useSession.setState(signedIn({ roles: { R: [["can_read", "Dataset"]] } } as never), true);
    const none = { affected: [], deleted: {}, breaks: {}, changes: {}, updates: {}, hidden: {}, pending: 0 };
    serve({ ...TOKEN, "POST /api/v1/lineage/impact": { body: { result: none } } });
    const props = { items: two, noun: NOUN, contract: dashboard, listKey: "dashboards", toTrash: "dashboard" } as const;
    const { unmount } = show(<DeleteDialog {...props} onClose={vi.fn()} />);
    expect(await screen.findByText("Nothing else uses them.")).toBeTruthy();
    unmount();
    show(<DeleteDialog {...props} consequences={async () => "No charts use them."} onClose={vi.fn()} />);
    expect(await screen.findByText("No charts use them.")).toBeTruthy();
    expect(screen.queryByText(/^Nothing else/)).toBeNull();
  });

  test("undoes more items than a page of the trash has", async () => {
    const many = Array.from({ length: 120 }, (_, id) => ({ id, name: `Dashboard ${id}` }));
    const requests = serve({
      ...TOKEN,
      "DELETE /api/v1/dashboard/": { body: { message: "Deleted 120 dashboards" } },
      "GET /api/v1/trash/": ({ query }) => {
        const ids = /value:!\(([\d,]+)\)/.exec(query.get("q") ?? "")?.[1]?.split(",") ?? [];
        return { body: { count: ids.length, result: ids.slice(0, 100).map((id) => ({ id: Number(id) + 1000 })) } };
      },
      ...Object.fromEntries(many.map(({ id }) => [`POST /api/v1/trash/${id + 1000}/restore/`, { body: {} }])),
    });
    await confirm(many, vi.fn(), "dashboard");
    useToasts.getState().toasts[0]?.action?.run();
    await waitFor(() => expect(toasts()).toContain("Restored: 120 items"));
    expect(requests.filter(({ path }) => /restore\/$/.test(path))).toHaveLength(120);
  });

  test("shows why deleting failed", async () => {
    serve({ ...TOKEN, "DELETE /api/v1/dashboard/3": { status: 403, body: { message: "Forbidden" } } });
    expect(await confirm(one)).not.toHaveBeenCalled();
    expect(toasts()).toEqual(["There was an issue deleting Film economics: Forbidden"]);
  });

  test("shows why bulk deleting failed", async () => {
    serve({ ...TOKEN, "DELETE /api/v1/dashboard/": { status: 422, body: { message: "There are reports" } } });
    await confirm([...one, { id: 4, name: "Ships" }]);
    expect(toasts()).toEqual(["There was an issue deleting: There are reports"]);
  });

  test("lists what depends on it", async () => {
    serve(TOKEN);
    const consequences = async () => "6 charts on 3 dashboards use this dataset. The charts will stop working.";
    show(
      <DeleteDialog
        items={one}
        noun={NOUN}
        contract={dashboard}
        listKey="x"
        consequences={consequences}
        onClose={() => {}}
      />,
    );
    expect(await screen.findByText(/6 charts on 3 dashboards/)).toBeTruthy();
  });
});

describe("favorites", () => {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };

  test("are loaded for readable items only", async () => {
    useSession.setState(signedIn({ ...user, roles: { Gamma: [["can_read", "Dashboard"]] } }), true);
    const requests = serve({
      "GET /api/v1/dashboard/": { body: { count: 1, ids: [1], result: [{ id: 1, dashboard_title: "Mine" }] } },
    });
    show(<Titles />);
    expect(await screen.findByText("Mine")).toBeTruthy();
    const lists = requests.filter(({ path }) => /^\/api\/v1\/(dashboard|chart)\/$/.test(path));
    expect(lists.map(({ path }) => path)).toEqual(["/api/v1/dashboard/"]);
    expect(lists[0]?.query.get("q")).toContain("dashboard_is_favorite");
  });

  test("show a failure", async () => {
    serve({ ...TOKEN, "POST /api/v1/chart/5/favorites/": { status: 404, body: { message: "Not found" } } });
    show(<Star kind="chart" id={5} name="Delays" value={false} />);
    await userEvent.click(screen.getByRole("button", { name: "Add Delays to favorites" }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
  });
});

test("names a download as the server does", async () => {
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => {};
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const names: string[] = [];
  const headers = {
    "content-type": "application/zip",
    "content-disposition": 'attachment; filename="dashboard_export_1.zip"',
  };
  serve({ "GET /api/v1/dashboard/export/": { body: "PK", headers } });
  await download(dashboardBundle.exported, { q: [1] }, "fallback.zip");
  expect(names).toEqual(["dashboard_export_1.zip"]);
  click.mockRestore();
});

test("shows a toast while a slow download is prepared, also if it fails", async () => {
  let fail = (_: Error) => {};
  const work = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const outcome = withProgressToast(downloadPending("Delays.pdf"), work).catch(({ message }: Error) => message);
  expect(toasts()).toEqual([]);
  await waitFor(() => expect(toasts()).toEqual(["Preparing Delays.pdf. The download starts when it's ready."]));
  expect(useToasts.getState().toasts[0]).toMatchObject({ kind: "info", stays: true });
  fail(new Error("full"));
  expect(await outcome).toBe("full");
  expect(toasts()).toEqual([]);
  expect(await withProgressToast("Soon there", Promise.resolve(7))).toBe(7);
  expect(toasts()).toEqual([]);
});

describe("small parts", () => {
  test("shows twenty links, then a count", () => {
    const links = Array.from({ length: 23 }, (_, index) => ({ to: `/d/${index}/`, text: `D${index}` }));
    const { container } = render(
      <MemoryRouter>
        <LinkList links={links} />
      </MemoryRouter>,
    );
    expect(screen.getAllByRole("link")).toHaveLength(20);
    expect(container.textContent).toMatch(/D19 \+ 3 more$/);
  });

  test("shows the certifier, and nothing if not certified", () => {
    render(<Certified by="Data team" details="Checked monthly" />);
    expect(screen.getByRole("img", { name: "Certified by Data team: Checked monthly" })).toBeTruthy();
    expect(render(<Certified by={null} />).container.innerHTML).toBe("");
  });

  test("chart types have their own icons", () => {
    const iconOf = (vizType: string) =>
      render(<ChartPicture kind="chart" vizType={vizType} seed={1} />).container.querySelector("svg")?.classList[1];
    const icons = ["table", "pie", "heatmap_v2", "echarts_area", "big_number", "deck_hex"].map(iconOf);
    expect(new Set(icons).size).toBe(6);
    expect(iconOf("deck_globe")).toBe("lucide-shapes");
  });
});
