import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { describe, expect, it } from "vitest";
import { docsAddress, GUIDES, loadDocs, REFERENCE } from "./docs.ts";
import { HelpPage } from "./HelpPage.tsx";
import { headingId } from "./heading-id.ts";

function show(path: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          {["/help/", "/help/:topic/"].map((one) => (
            <Route key={one} path={one} element={<HelpPage />} />
          ))}
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

describe("the help page", () => {
  it("shows a guide with its screenshot, and opens others in the app", async () => {
    show("/help/connect/");
    expect(await screen.findByRole("heading", { name: "Connect a database", level: 2 })).toBeTruthy();
    expect(screen.getByRole("img", { name: "The dialog that connects a database" }).getAttribute("src")).toContain(
      "connect-database-light.png",
    );
    const topics = within(screen.getByRole("navigation", { name: "Help topics" }));
    expect(topics.getByRole("link", { name: "Connect a database" }).getAttribute("aria-current")).toBe("page");
    await userEvent.click(within(screen.getByRole("article")).getByRole("link", { name: "Upload a file" }));
    expect(await screen.findByRole("heading", { name: "Upload a file", level: 2 })).toBeTruthy();
  });

  it("starts with the first guide", async () => {
    show("/help/");
    expect(await screen.findByRole("heading", { name: "Connect a database", level: 2 })).toBeTruthy();
  });

  it("says when a topic doesn't exist", async () => {
    show("/help/nothing/");
    expect(await screen.findByRole("heading", { name: /^This page do/ })).toBeTruthy();
  });

  it.each([...GUIDES, ...REFERENCE])("has the page $topic", async ({ topic, title }) => {
    const text = await loadDocs(topic);
    expect(text).toMatch(/^# /);
    if (GUIDES.some((page) => page.topic === topic)) expect(text?.split("\n")[0]).toBe(`# ${title}`);
  });

  it("turns links between doc files into app URLs", () => {
    expect(docsAddress("upload.md")).toBe("/help/upload/");
    expect(docsAddress("../databases.md#drivers")).toBe("/help/databases/#drivers");
    expect(docsAddress("https://example.org/a.md")).toBe("https://example.org/a.md");
    expect(docsAddress("/gallery/")).toBe("/gallery/");
    expect(headingId("What may be connected?")).toBe("what-may-be-connected");
  });
});
