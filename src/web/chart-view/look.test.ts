import { expect, test } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { ApiError, networkError } from "../client/errors.ts";
import type { ChartState } from "./chart-state.ts";
import { lookOf } from "./look.ts";

const DRAWING = { props: null, summary: "" };
const CONTEXT = QueryContext.parse({ datasource: { id: 1, type: "table" }, queries: [{ metrics: ["count"] }] });
const OTHER = { ...CONTEXT, queries: [{ metrics: ["other"] }] } as QueryContext;
const MOVED = { ...OTHER, datasource: { id: 2, type: "table" } } as QueryContext;
const ANSWERED = { results: [{ data: [] }], answered: { context: CONTEXT, at: 1000 }, context: CONTEXT };
const FAILURE = { status: "failed", error: new ApiError({ status: 500, title: "", message: "" }) } as const;
const PICTURE = { picture: DRAWING, isDimmed: false, hasSkeleton: false, stale: undefined };

test.each<[string, Partial<ChartState>, object]>([
  ["an answer", { status: "ready", ...ANSWERED }, PICTURE],
  ["the last answer while the next one loads", { status: "loading", ...ANSWERED }, { ...PICTURE, isDimmed: true }],
  [
    "the last answer when the next one was canceled",
    { status: "stopped", ...ANSWERED },
    { ...PICTURE, isDimmed: true },
  ],
  ["the last answer, with its age, when a refresh failed", { ...FAILURE, ...ANSWERED }, { ...PICTURE, stale: 1000 }],
  [
    "the last answer, dimmed and with its age, when another query couldn't reach the server",
    { status: "failed", ...ANSWERED, error: networkError(new Error("down")), context: OTHER },
    { ...PICTURE, isDimmed: true, stale: 1000 },
  ],
  [
    "nothing of another dataset when the server can't be reached",
    { status: "failed", ...ANSWERED, error: networkError(new Error("down")), context: MOVED },
    { picture: undefined, stale: undefined },
  ],
  ["nothing behind the failure of another query", { ...FAILURE, ...ANSWERED, context: OTHER }, { picture: undefined }],
  ["nothing behind missing settings", { status: "invalid", ...ANSWERED }, { picture: undefined }],
])("it shows %s", (_, state, expected) => {
  expect(lookOf(state as ChartState, DRAWING)).toMatchObject(expected);
});

test("numbers of a range that is selected aren't loading until they are confirmed", () => {
  const until = { answered: undefined };
  const lookWith = (isStale: boolean) => lookOf({ status: "loading", results: [] }, DRAWING, { isStale, until });
  expect(lookWith(false)).toMatchObject({ isBusy: false, isDimmed: false, status: "ready" });
  expect(lookWith(true)).toMatchObject({ isBusy: true, isDimmed: true, status: "loading" });
});

test("it shows a chart skeleton before the first response", () => {
  expect(lookOf({ status: "loading" }, undefined)).toMatchObject({
    picture: undefined,
    hasSkeleton: true,
    isBusy: true,
  });
});
