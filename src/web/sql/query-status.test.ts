import { expect, test } from "vitest";
import { queryStatusText } from "./QueryStatus.tsx";

test.each([
  ["started", "Started"],
  ["scheduled", "Scheduled"],
  ["timed_out", "Timed out"],
  ["on_hold", "On hold"],
])("shows the query status %s as %s", (status, words) => {
  expect(queryStatusText(status)).toBe(words);
});
