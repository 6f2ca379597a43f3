import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { RISON } from "rison2";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { fittingCount, TagPills } from "../../web/list-view/TagPills.tsx";
import { useToasts } from "../../web/toasts/toasts.ts";
import { TagDialog } from "./TagDialog.tsx";

const ROUTES: Routes = {
  "GET /api/v1/tag/": { body: { count: 1, ids: [4], result: [{ id: 4, name: "films", type: 1 }] } },
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
};

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

function open(answer: Routes[string]) {
  const requests = serve({ ...ROUTES, "POST /api/v1/tag/bulk_create": answer });
  const [onClose, onTagged] = [vi.fn(), vi.fn()];
  render(
    <QueryClientProvider client={queryClient}>
      <TagDialog
        type="dashboard"
        noun={{ one: "dashboard", many: "dashboards" }}
        ids={[3, 8]}
        listKey="dashboards"
        {...{ onClose, onTagged }}
      />
    </QueryClientProvider>,
  );
  return { requests, onClose, onTagged };
}

const tag = async (typed: string) => {
  await userEvent.type(await screen.findByRole("combobox", { name: "Tags" }), typed);
  await userEvent.click(screen.getByRole("button", { name: "Add tags" }));
};
const toastTexts = () => useToasts.getState().toasts.map(({ text }) => text);

describe("tagging several items", () => {
  it("adds new and existing tags to all, and counts items that can't be edited", async () => {
    const result = {
      objects_tagged: [
        ["dashboard", 3],
        ["dashboard", 3],
      ],
      objects_skipped: [["dashboard", 8]],
    };
    const { requests, onClose, onTagged } = open({ body: { result } });
    await tag("films,big screen{Enter}");
    await waitFor(() => expect(onTagged).toHaveBeenCalledOnce());
    expect(onClose).toHaveBeenCalledOnce();
    const objects_to_tag = [
      ["dashboard", 3],
      ["dashboard", 8],
    ];
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
      tags: [
        { name: "films", objects_to_tag },
        { name: "big screen", objects_to_tag },
      ],
    });
    expect(toastTexts()).toEqual([
      "1 items could not be tagged because you don’t have edit permissions to all selected objects.",
      "Tagged 1 dashboard",
    ]);
    const q = RISON.parse(requests.find(({ path }) => path === "/api/v1/tag/")?.query.get("q") ?? "()");
    expect((q as { filters: unknown }).filters).toEqual([{ col: "type", opr: "custom_tag", value: true }]);
  });

  it("stays open on failure, and rejects invalid tag names", async () => {
    const { onTagged } = open({ status: 422, body: { message: "no room" } });
    await tag("films{Enter}");
    await waitFor(() => expect(toastTexts()).toEqual(["Failed to tag items"]));
    expect(onTagged).not.toHaveBeenCalled();
    await userEvent.type(screen.getByRole("combobox", { name: "Tags" }), "owner:1,");
    expect((await screen.findByRole("alert")).textContent).toBe("Tag names can't contain ':' or ','.");
    expect((screen.getByRole("button", { name: /Add tags/ }) as HTMLButtonElement).disabled).toBe(true);
  });
});

describe("tags in a row", () => {
  it("link to tagged items, truncate long names, hide managed tags and count the rest", () => {
    const tags = [
      { id: 1, name: "a".repeat(24), type: 1 },
      { id: 2, name: "owner:1", type: 3 },
      ...[3, 4, 5, 6].map((id) => ({ id, name: `tag ${id}`, type: 1 })),
    ];
    render(<TagPills tags={tags} />, { wrapper: MemoryRouter });
    const links = screen.getAllByRole("link");
    expect(links.map(({ textContent }) => textContent)).toEqual([`${"a".repeat(20)}…`, "tag 3", "tag 4", "tag 5"]);
    expect(links[0]?.getAttribute("href")).toBe("/superset/all_entities/?id=1");
    expect(screen.getByText("+1").title).toBe("tag 6");
  });

  it("are shown in full beside a count of the others, with at least one visible", () => {
    expect(fittingCount(200, [60, 60], 2)).toBe(2);
    expect(fittingCount(124, [60, 60], 2)).toBe(2);
    expect(fittingCount(124, [60, 60, 60], 3)).toBe(1);
    expect(fittingCount(152, [60, 60, 60, 60], 7)).toBe(2);
    expect(fittingCount(40, [60, 60, 60, 60], 7)).toBe(1);
  });
});
