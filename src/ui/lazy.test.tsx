import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ServerReachability } from "./LoadFailure.tsx";
import { type Lazy, lazy, NotLoaded } from "./lazy.ts";
import { lazyComponent, useLazy } from "./lazy-component.tsx";

function broken(isReachable = async () => false) {
  let isOnline = false;
  const Part = lazyComponent(async () => {
    if (!isOnline) throw new TypeError("Failed to fetch dynamically imported module");
    return ({ name }: { name: string }) => <p>Here is {name}</p>;
  });
  render(
    <ServerReachability value={isReachable}>
      <input aria-label="Draft" defaultValue="unsaved" />
      <Part name="it" fallback={<button type="button">More</button>} />
    </ServerReachability>,
  );
  return () => {
    isOnline = true;
  };
}

test("shows that code failed to load, keeps the page, and loads it on Retry", async () => {
  const connect = broken();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("the server can't be reached");
  expect(screen.getByLabelText("Draft")).toHaveProperty("value", "unsaved");
  expect(screen.getByRole("button", { name: "More" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(screen.getByRole("alert")).toBeTruthy();
  connect();
  await userEvent.click(screen.getByRole("button", { name: /Retry/ }));
  expect(await screen.findByText("Here is it")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByRole("button", { name: "More" })).toBeNull();
});

test("loads when the network is back", async () => {
  const connect = broken();
  await screen.findByRole("alert");
  connect();
  fireEvent(window, new Event("online"));
  await waitFor(() => expect(screen.getByText("Here is it")).toBeTruthy());
});

test("reloads the page for code that the server no longer has", async () => {
  broken(async () => true);
  expect(await screen.findByRole("button", { name: "Reload" })).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toContain("if the server was updated");
});

function Shown({ source }: { source: Lazy<string> }) {
  return <p>{useLazy(source) ?? "loading"}</p>;
}

test("renders loaded code", async () => {
  render(<Shown source={lazy(async () => "the part")} />);
  expect(screen.getByText("loading")).toBeDefined();
  expect(await screen.findByText("the part")).toBeDefined();
});

test("renders code that loads between render and effect", async () => {
  let isRendered = false;
  const fetched = lazy(async () => "the part");
  await fetched.load();
  const loaded = () => {
    if (isRendered) return fetched.loaded();
    isRendered = true;
    return undefined;
  };
  render(<Shown source={{ ...fetched, loaded }} />);
  expect(await screen.findByText("the part")).toBeDefined();
});

test("reports a failure with one error, and retries on the next call", async () => {
  const cause = new TypeError("Failed to fetch dynamically imported module");
  const answers = [Promise.reject(cause), Promise.reject(cause), Promise.resolve("the part")];
  const code = lazy(() => answers.shift() ?? Promise.reject(new Error("requested again")));
  for (const answer of answers) answer.catch(() => undefined);
  await expect(code.load()).rejects.toEqual(new NotLoaded(cause));
  await code.prefetch();
  expect(code.loaded()).toBeUndefined();
  expect(await code.load()).toBe("the part");
  expect(await code.load()).toBe("the part");
  expect(code.loaded()).toBe("the part");
});
