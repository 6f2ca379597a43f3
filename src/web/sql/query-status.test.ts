import { expect, test } from "vitest";
import { queryStatusText } from "./QueryStatus.tsx";

test.each([
  ["started", "Started"],
  ["scheduled", "Scheduled"],
  ["timed_out", "Timed out"],
  ["on_hold", "On hold"],
])("the query status %s reads %s", (status, words) => {
  expect(queryStatusText(status)).toBe(words);
});
