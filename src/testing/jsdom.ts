import { cleanup, configure } from "@testing-library/react";
import { defaultConfig } from "antd/lib/theme/context.js";
import * as React from "react";
import { afterAll, afterEach } from "vitest";
import { useSession } from "../web/session/session.ts";
import { useToasts } from "../web/toasts/toasts.ts";

const noop = () => {};

class Observer {
  observe = noop;
  unobserve = noop;
  disconnect = noop;
  takeRecords = () => [];
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

define("ResizeObserver", Observer);
define("IntersectionObserver", Observer);
define("matchMedia", (media: string) => ({
  media,
  matches: false,
  addEventListener: noop,
  removeEventListener: noop,
  addListener: noop,
  removeListener: noop,
}));
define("scrollTo", noop);

const proto = (globalThis as unknown as { Element: { prototype: Record<string, unknown> } }).Element.prototype;
proto.scrollIntoView ??= noop;
proto.setPointerCapture ??= noop;
proto.releasePointerCapture ??= noop;
proto.checkVisibility ??= () => true;
proto.hasPointerCapture ??= () => false;

const range = (globalThis as unknown as { Range: { prototype: Record<string, unknown> } }).Range.prototype;
range.getClientRects ??= () => [];
range.getBoundingClientRect ??= () => ({ left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 });

// jsdom can't draw: a canvas has no context, and its image is empty.
const canvas = (globalThis as unknown as { HTMLCanvasElement: { prototype: Record<string, unknown> } })
  .HTMLCanvasElement.prototype;
canvas.getContext = () => null;
canvas.toDataURL = () => "data:,";

// React notes for each element where it was made, for its warnings: a seventh of what components take. Those that it has
// no room for are noted as unknown, and so are all of them here.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as never as Record<
  string,
  object
>;
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => Number.POSITIVE_INFINITY,
  set: noop,
  configurable: true,
});

// No test checks antd styles, and generating them takes a quarter of the time.
Object.assign(defaultConfig, { zeroRuntime: true });

configure({
  // Menus and dialogs are lazy-loaded, which takes longer on a busy machine.
  asyncUtilTimeout: 20_000,
  // By default, each attempt to find something prints the document, which takes a twentieth of the time.
  getElementError: (message) => new Error(message ?? ""),
});

afterEach(() => {
  cleanup();
});

/** Resets the session and toasts after each file, as the next one shares its modules. */
afterAll(() => {
  useSession.setState({ kind: "loading" }, true);
  useToasts.setState({ toasts: [] });
});
