import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { AvatarGroup, avatarColor, initialsOf } from "./Avatar.tsx";
import { EmptyState } from "./EmptyState.tsx";
import { ErrorState } from "./ErrorState.tsx";
import { NotFound } from "./NotFound.tsx";
import { Pill } from "./Pill.tsx";
import { SkeletonLines } from "./Skeleton.tsx";
import { applyLook, LOOKS } from "./ThemeProvider.tsx";

const person = (first_name: string, last_name = "") => ({ first_name, last_name });

describe("people", () => {
  test("initials use both names, or the only one", () => {
    expect(initialsOf(person("Ada", "Lovelace"))).toBe("AL");
    expect(initialsOf(person("ada"))).toBe("AD");
    expect(initialsOf(person("", ""))).toBe("?");
    expect(initialsOf(person("Émile", "zola"))).toBe("ÉZ");
  });

  test("a person always has the same color", () => {
    expect(avatarColor(person("Ada", "Lovelace"))).toBe(avatarColor({ id: 7, ...person("Ada", "Lovelace") }));
  });

  test("shows at most four people, and counts and names the rest", () => {
    const people = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay"].map((name) => person(name, "X"));
    render(<AvatarGroup people={people} />);
    expect(screen.getAllByRole("img")).toHaveLength(5);
    expect(screen.getByRole("img", { name: "and 2 more: Eve X, Fay X" }).textContent).toBe("+2");
  });
});

describe("states", () => {
  test("an error is announced, has expandable details and can be retried", async () => {
    const onRetry = vi.fn();
    render(<ErrorState title="Server error" text="It failed." detail="stack line" onRetry={onRetry} />);
    expect(screen.getByRole("alert").textContent).toContain("It failed.");
    expect((screen.getByText("stack line").closest("details") as HTMLDetailsElement).open).toBe(false);
    await userEvent.click(screen.getByText("See more"));
    await userEvent.click(await screen.findByText("See less"));
    expect(await screen.findByText("See more")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test("an empty state offers the next action and isn't an alert", () => {
    render(<EmptyState title="No charts yet" text="Make one." actions={<button type="button">New chart</button>} />);
    expect(screen.getByRole("button", { name: "New chart" })).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("an unknown page links to Home", () => {
    render(<NotFound />);
    expect(screen.getByRole("link", { name: "Go to Home" }).getAttribute("href")).toBe("/superset/welcome/");
  });

  test("loading is announced once", () => {
    render(<SkeletonLines lines={5} />);
    expect(screen.getAllByRole("status", { name: "Loading" })).toHaveLength(1);
  });

  test("a pill shows its text", () => {
    render(<Pill tone="success">Published</Pill>);
    expect(screen.getByText("Published").closest<HTMLElement>("[data-tone]")?.dataset.tone).toBe("success");
  });
});

test("the mode is written to the document once", () => {
  applyLook(LOOKS.dark);
  applyLook(LOOKS.light);
  const sheets = document.querySelectorAll("#tessera-tokens");
  expect(sheets).toHaveLength(1);
  expect(sheets[0]?.textContent).toContain("color-scheme:light");
  expect(document.documentElement.dataset.theme).toBe("light");
});
