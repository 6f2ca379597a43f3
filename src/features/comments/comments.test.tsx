import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Comment, Thread } from "../../api/comment/contract.ts";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { CommentsButton } from "./CommentsButton.tsx";
import { openComments, useComments } from "./comments-state.ts";

const ADA = { id: 1, first_name: "Ada", last_name: "Lovelace" };
const BOB = { id: 2, first_name: "Bob", last_name: "Moore" };

const comment = (id: number, more: Partial<Comment> = {}): Comment => ({
  id,
  thread_id: null,
  text: `Text ${id}`,
  author: ADA,
  mentions: [],
  created_on: "2026-03-02T09:00:00.000000",
  edited_on: null,
  is_deleted: false,
  can_edit: true,
  can_delete: true,
  ...more,
});
const thread = (id: number, more: Partial<Thread> = {}): Thread => ({
  ...comment(id),
  chart: null,
  resolved_on: null,
  resolved_by: null,
  can_resolve: true,
  reply_count: 0,
  replies: [],
  ...more,
});
const listOf = (result: Thread[], more: object = {}) => ({
  body: { count: result.length, open: result.length, resolved: 0, sends_mail: true, result, ...more },
});
const written = (more: object = {}) => ({
  status: 201,
  body: { id: 9, result: comment(9), without_access: [], ...more },
});

const LIST = "GET /api/v1/comment/";

function open(routes: Routes = {}, target: Parameters<typeof openComments>[0] | null = {}) {
  const requests = serve({
    [LIST]: listOf([thread(5)]),
    "GET /api/v1/comment/count/": { body: { result: { open: 3 } } },
    "GET /api/v1/comment/people/": { body: { result: [{ id: 2, name: "Bob Moore" }] } },
    "POST /api/v1/comment/": written(),
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    ...routes,
  });
  const onShowChart = vi.fn();
  const page = render(
    <QueryClientProvider client={queryClient}>
      <CommentsButton noun="dashboard" id={7} onShowChart={onShowChart} />
    </QueryClientProvider>,
  );
  if (target) act(() => openComments(target));
  return { requests, onShowChart, page };
}

const bodies = (requests: readonly RecordedRequest[], method: string, path = "/api/v1/comment/") =>
  requests.filter((one) => one.method === method && one.path === path).map(({ body }) => body);

const newComment = () => screen.findByRole("textbox", { name: "New comment" });

function signIn(isAnonymous = false): void {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous, roles: {} };
  useSession.setState(signedIn(user), true);
}

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  signIn();
});
afterEach(() => {
  useComments.setState({ open: undefined });
  window.history.replaceState(null, "", "/");
});

describe("the button", () => {
  test("counts open threads, and opens and closes the panel", async () => {
    open({}, null);
    await userEvent.click(await screen.findByRole("button", { name: "Comments (3 open)" }));
    expect(await screen.findByRole("article", { name: "Thread by Ada Lovelace" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Comments (3 open)" }));
    await waitFor(() => expect(screen.queryByRole("article")).toBeNull());
  });

  test("isn't there for visitors", () => {
    signIn(true);
    const { requests } = open({}, null);
    expect(screen.queryByRole("button")).toBeNull();
    expect(requests).toEqual([]);
    expect(useComments.getState().isOffered).toBe(false);
  });
});

describe("threads", () => {
  test("show texts as text, with links and mentions, and lead to their chart", async () => {
    const text = "<b>Hi</b> @Bob Moore https://a.org/x";
    const chart = { id: 12, slice_name: "Delays" };
    const { onShowChart } = open({
      [LIST]: listOf([thread(5, { text, chart, mentions: [{ id: 2, name: "Bob Moore" }] })]),
    });
    const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "https://a.org/x" });
    expect([link.rel, link.target]).toEqual(["noopener noreferrer nofollow", "_blank"]);
    expect(screen.getByRole("article").querySelector("b")).toBeNull();
    expect(screen.getByText("@Bob Moore")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Delays" }));
    expect(onShowChart).toHaveBeenCalledWith(12);
  });

  test("name deleted accounts, comments and charts", async () => {
    const replies = [comment(6, { thread_id: 5, author: { first_name: "Former Colleague", last_name: "" } })];
    const chart = { id: 12, slice_name: null };
    open({ [LIST]: listOf([thread(5, { author: null, is_deleted: true, text: "", chart, replies, reply_count: 1 })]) });
    expect(await screen.findByText("Deleted comment")).toBeTruthy();
    expect(screen.getByText("Former Colleague")).toBeTruthy();
    expect(screen.getByText("On a chart that is no longer on this dashboard")).toBeTruthy();
  });

  test("show earlier replies on request, and take a reply", async () => {
    const replies = [comment(6, { thread_id: 5, text: "Newest" })];
    const all = [comment(4, { thread_id: 5, text: "Oldest" }), ...replies];
    const { requests } = open({
      [LIST]: listOf([thread(5, { reply_count: 2, replies })]),
      "GET /api/v1/comment/5": { body: { result: thread(5, { reply_count: 2, replies: all }) } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Show 1 earlier reply" }));
    expect(await screen.findByText("Oldest")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Reply" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Reply" }), "Thanks{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(bodies(requests, "POST")).toEqual([
        { object_type: "dashboard", object_id: 7, text: "Thanks", mentions: [], thread_id: 5 },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Reply" })).toBeNull());
  });

  test("are resolved and listed by state", async () => {
    const resolved = thread(8, { resolved_on: "2026-03-02T09:00:00.000000", resolved_by: BOB, can_resolve: false });
    const { requests } = open({
      [LIST]: ({ query }) =>
        query.get("q")?.includes("state:resolved")
          ? listOf([resolved], { open: 1, resolved: 1 })
          : listOf([thread(5)], { resolved: 1 }),
      "POST /api/v1/comment/5/resolve/": { body: { result: resolved } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Resolve" }));
    await waitFor(() => expect(bodies(requests, "POST", "/api/v1/comment/5/resolve/")).toHaveLength(1));
    await userEvent.click(screen.getByRole("radio", { name: "Resolved (1)" }));
    expect(await screen.findByText(/^Resolved by Bob Moore/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Reopen" })).toBeNull();
    expect(screen.queryByRole("textbox", { name: "New comment" })).toBeNull();
  });

  test("have menus to edit and delete, as far as allowed", async () => {
    const { requests } = open({
      [LIST]: listOf([thread(5), thread(4, { author: BOB, can_edit: false, can_delete: false })]),
      "PUT /api/v1/comment/5": written({ status: 200 }),
      "DELETE /api/v1/comment/5": { body: { message: "OK" } },
    });
    const menu = (name: string) => screen.getByRole("button", { name: `Menu for the comment by ${name}` });
    await screen.findByText("Text 5");
    await userEvent.click(menu("Bob Moore"));
    await screen.findByRole("menuitem", { name: "Copy link" });
    expect(screen.queryByRole("menuitem", { name: "Edit" })).toBeNull();
    await userEvent.keyboard("{Escape}");
    await userEvent.click(menu("Ada Lovelace"));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Edit" }));
    const field = screen.getByRole("textbox", { name: "Edit comment" });
    expect((field as HTMLTextAreaElement).value).toBe("Text 5");
    await userEvent.type(field, " and more");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(bodies(requests, "PUT", "/api/v1/comment/5")).toEqual([{ text: "Text 5 and more", mentions: [] }]),
    );
    await userEvent.click(menu("Ada Lovelace"));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await userEvent.click(
      within(screen.getByRole("alertdialog", { name: "Delete this comment?" })).getByRole("button", { name: "Delete" }),
    );
    await waitFor(() => expect(requests.some(({ method }) => method === "DELETE")).toBe(true));
  });
});

describe("a new comment", () => {
  test("mentions users by keyboard, and says who can't open the dashboard", async () => {
    const { requests } = open({ "POST /api/v1/comment/": written({ without_access: ["Bob Moore"] }) });
    const field = await newComment();
    await userEvent.type(field, "Ask @bo");
    expect(await screen.findByText("1 user found. Press Enter to mention.")).toBeTruthy();
    // userEvent sends no key codes, which the list reads.
    fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
    await userEvent.keyboard("why");
    expect((field as HTMLTextAreaElement).value).toBe("Ask @Bob Moore why");
    await userEvent.click(screen.getByRole("button", { name: "Comment" }));
    expect(await screen.findByText("Bob Moore can't open this dashboard, and won't be notified.")).toBeTruthy();
    expect(bodies(requests, "POST")).toEqual([
      { object_type: "dashboard", object_id: 7, text: "Ask @Bob Moore why", mentions: [2] },
    ]);
    expect((field as HTMLTextAreaElement).value).toBe("");
  });

  test("is about the chart that it was started on, unless that is removed", async () => {
    const { requests } = open({}, { chart: { id: 12, name: "Delays" } });
    await userEvent.type(await newComment(), "Why?{Control>}{Enter}{/Control}");
    await waitFor(() => expect(bodies(requests, "POST")).toMatchObject([{ chart_id: 12 }]));
    act(() => openComments({ chart: { id: 12, name: "Delays" } }));
    await userEvent.click(await screen.findByRole("button", { name: "Comment on the whole dashboard" }));
    await userEvent.type(await newComment(), "All{Control>}{Enter}{/Control}");
    await waitFor(() => expect(bodies(requests, "POST")).toHaveLength(2));
    expect(bodies(requests, "POST")[1]).not.toHaveProperty("chart_id");
  });

  test("outlasts a failure and the panel", async () => {
    const failing = { status: 429, body: { message: "Too many comments" } };
    open({ "POST /api/v1/comment/": failing });
    await userEvent.type(await newComment(), "Important{Control>}{Enter}{/Control}");
    expect((await screen.findByRole("alert")).textContent).toBe("Too many comments");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    act(() => openComments());
    expect(((await newComment()) as HTMLTextAreaElement).value).toBe("Important");
    await userEvent.clear(await newComment());
  });
});

test("sending keeps the focus, so that further keys aren't shortcuts of the page", async () => {
  open();
  const field = await newComment();
  await userEvent.type(field, "First{Control>}{Enter}{/Control}");
  await waitFor(() => expect(field).toHaveProperty("value", ""));
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard("second");
  expect(field).toHaveProperty("value", "second");
});

describe("the panel", () => {
  test("says what is missing: comments, a mail server, access", async () => {
    open({ [LIST]: listOf([], { sends_mail: false }) });
    expect(await screen.findByText("No open comments")).toBeTruthy();
    expect(screen.getByText("This server can't send emails. Comments appear only here.")).toBeTruthy();
  });

  test("shows errors, and retries", async () => {
    let isDown = true;
    open({ [LIST]: () => (isDown ? { status: 403, body: { message: "No access" } } : listOf([thread(5)])) });
    expect((await screen.findByRole("alert")).textContent).toContain("No access");
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Text 5")).toBeTruthy();
  });

  test("opens at the comment that the address names, once, and forgets it when closed", async () => {
    window.history.replaceState(null, "", "/superset/dashboard/7/?comment=6&a=b");
    const linked = thread(5, { replies: [comment(6, { thread_id: 5, text: "Linked" })], reply_count: 1 });
    open({ "GET /api/v1/comment/6": { body: { result: linked } } }, null);
    expect(await screen.findByRole("region", { name: "Linked thread" })).toBeTruthy();
    expect(await screen.findByText("Linked")).toBeTruthy();
    expect(screen.getAllByText("Text 5")).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(window.location.search).toBe("?a=b");
  });

  test("says if the linked comment is gone", async () => {
    open({ "GET /api/v1/comment/99": { status: 404, body: { message: "Not found" } } }, { comment: 99 });
    expect(await screen.findByText("The linked comment doesn't exist anymore.")).toBeTruthy();
  });

  test("closes by Escape, but not from a text", async () => {
    open();
    await userEvent.type(await newComment(), "Draft{Escape}");
    expect(await newComment()).toBeTruthy();
    await userEvent.clear(await newComment());
    screen.getByRole("radio", { name: "Open (1)" }).focus();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  });
});
