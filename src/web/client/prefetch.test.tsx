import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Page } from "../page.ts";
import { prefetchLinks, prefetchPage } from "./prefetch.ts";

const Nothing = () => null;
const load = vi.fn(async () => ({ Component: Nothing }));
const ahead = vi.fn(async () => undefined);
const PAGES: readonly Page[] = [
  { path: "/dashboard/list/", title: "Dashboards", guard: null, load },
  { path: "/superset/dashboard/:idOrSlug/", aliases: ["/dashboard/:idOrSlug"], title: "One", guard: null, load, ahead },
];

beforeEach(() => {
  load.mockClear();
  ahead.mockClear();
});

test("loads the page of the first URL with its data, also by alias", () => {
  prefetchPage(PAGES, { pathname: "/dashboard/cars", search: "?edit=true" });
  expect(load).toHaveBeenCalledOnce();
  expect(ahead).toHaveBeenCalledExactlyOnceWith({
    params: { idOrSlug: "cars" },
    search: "?edit=true",
    isByLink: false,
  });
  prefetchPage(PAGES, { pathname: "/nowhere/at/all", search: "" });
  expect(load).toHaveBeenCalledOnce();
});

describe("links", () => {
  let stop: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    stop = prefetchLinks(PAGES);
    render(
      <>
        <a href="/superset/dashboard/cars/">
          <b>Cars</b>
        </a>
        <a href="/superset/dashboard/cars/" target="_blank" rel="noreferrer">
          Elsewhere
        </a>
        <a href="https://example.com/superset/dashboard/cars/">Abroad</a>
        <a href="/superset/dashboard/cars/" download>
          File
        </a>
        <button type="button">Nothing</button>
      </>,
    );
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  test("loads code when the pointer rests on a link, but no data", () => {
    fireEvent.pointerOver(screen.getByText("Cars"));
    vi.advanceTimersByTime(40);
    fireEvent.pointerOver(screen.getByText("Nothing"));
    vi.advanceTimersByTime(500);
    expect(load).not.toHaveBeenCalled();
    fireEvent.pointerOver(screen.getByText("Cars"));
    vi.advanceTimersByTime(60);
    expect(load).toHaveBeenCalledOnce();
    expect(ahead).not.toHaveBeenCalled();
  });

  test.each(["pointerDown", "click"] as const)("%s on a link loads the page's data", (press) => {
    fireEvent[press](screen.getByText("Cars"));
    expect(ahead).toHaveBeenCalledExactlyOnceWith({ params: { idOrSlug: "cars" }, search: "", isByLink: true });
  });

  test("ignores links to new tabs, downloads and other sites", () => {
    for (const name of ["Elsewhere", "Abroad", "File", "Nothing"]) fireEvent.pointerDown(screen.getByText(name));
    fireEvent.pointerDown(screen.getByText("Cars"), { ctrlKey: true });
    fireEvent.pointerDown(screen.getByText("Cars"), { button: 1 });
    expect(load).not.toHaveBeenCalled();
  });
});
