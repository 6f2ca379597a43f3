import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { failingOf } from "../../testing/assertions.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { FailingList } from "./FailingList.tsx";
import { FailingNote } from "./FailingNote.tsx";

function signIn(pairs: readonly (readonly [string, string])[]): void {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Alpha: pairs } }), true);
}

beforeEach(() => signIn([]));

const note = () => screen.getByRole("button");
const ERROR = { state: "error" as const, value: null, failed_since: null };

test("the first that fails is shown before those that couldn't be checked", () => {
  render(<FailingNote failing={[failingOf(1, [1], ERROR), failingOf(2, [1])]} />);
  expect(note().textContent).toMatch(/^count is 120, above 100\+1/);
  expect(note().getAttribute("aria-label")).toBe("count is 120, above 100, Couldn't check: Assertion 1");
  expect(note().dataset.state).toBe("failed");
});

test.each([
  ["without its value", { value: null, message: "Failed" }, "Failed: Assertion 1"],
  ["without its name", { value: null, name: "", message: "Failed", people: [] }, "A check of this data failed"],
  ["that couldn't be checked", ERROR, "Couldn't check: Assertion 1"],
  ["that couldn't be checked, without its name", { ...ERROR, name: "" }, "This data couldn't be checked"],
])("an assertion %s is told in words", (_, more, text) => {
  render(<FailingNote failing={[failingOf(1, [1], more)]} />);
  expect(note().textContent).toContain(text);
  expect(note().textContent).not.toContain("120");
});

test("nothing is shown if nothing fails", () => {
  const { container } = render(<FailingNote failing={[]} />);
  expect(container.innerHTML).toBe("");
});

test("opens and closes by keyboard, and links editors to the assertions", async () => {
  signIn([["can_write", "Dataset"]]);
  render(<FailingNote failing={[failingOf(1, [1])]} />);
  note().focus();
  await userEvent.keyboard("{Enter}");
  const details = await screen.findByRole("dialog", { name: "Assertions" });
  await waitFor(() => expect(details.contains(document.activeElement)).toBe(true));
  const link = within(details).getByRole("link", { name: "Assertions of flights" });
  expect(link.getAttribute("href")).toBe("/tablemodelview/list/?edit=7&tab=assertions");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(note()));
  expect(note().getAttribute("aria-expanded")).toBe("false");
});

test("as an icon, it is named by what fails", () => {
  render(<FailingNote isIcon failing={[failingOf(1, [1])]} />);
  expect(note().textContent).toBe("");
  expect(screen.getByRole("button", { name: "count is 120, above 100" })).toBe(note());
});

test("one link leads to the assertions of a dataset", () => {
  signIn([["can_write", "Dataset"]]);
  render(<FailingList failing={[failingOf(1, [1]), failingOf(2, [1]), failingOf(3, [1], { dataset_id: 8 })]} />);
  expect(screen.getAllByRole("link", { name: "Assertions of flights" })).toHaveLength(2);
});

test("the list names people to ask and leads to charts", async () => {
  const show = vi.fn();
  const people = [
    { id: 1, name: "Ada Lovelace" },
    { id: 2, name: "Cher" },
  ];
  const charts = new Map([[4, "Delays"]]);
  render(<FailingList failing={[failingOf(1, [4], { people })]} charts={charts} onShowChart={show} />);
  expect(screen.getByText("Ask Ada Lovelace, Cher")).toBeTruthy();
  expect(screen.getByRole("img", { name: "Cher" })).toBeTruthy();
  expect(screen.getByText(/^First failed/).textContent).toMatch(/2 Mar/);
  expect(screen.getByText("Affects")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Delays" }));
  expect(show).toHaveBeenCalledWith(4);
});
