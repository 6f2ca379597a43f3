import { expect, test } from "vitest";
import { sourceFiles } from "./source.ts";

/** Words that comments, names and texts must not use, with what to write instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  whoever: "users who, anyone who",
  anew: "again, from scratch",
  somebody: "a user, someone",
  everybody: "all users, everyone",
  untold: "redacted, hidden",
  "told of": "reported, shown",
  "for good": "permanently",
  "of yours": "your",
  "one's own": "your own, the user's own",
  "let go": "released, evicted",
  "called off": "canceled",
  "be rid of": "remove",
  "could not be had": "failed to load",
  sayState: "setETag",
  jobDesk: "jobQueue",
  personNow: "currentUserKey",
  workingFor: "runAsUser",
  giveWay: "lowerPriority",
  stillHolds: "isFresh",
  inTurns: "forEachYielding",
  tellsFailures: "canSeeDatabaseErrors",
  plainFailure: "redactedError",
  laterAnswer: "asyncResult",
  keptNames: "preserveNames",
  keptTags: "migrateTags",
  keptFolder: "reusedFolder",
  keptIds: "usedIds",
  keptState: "savedDashboardState",
  isKept: "what is stored or listed",
  isTold: "what is shown or reported",
  toldBy: "answerSummary",
  toldColumns: "tooltipColumns",
  toldMetrics: "tooltipMetrics",
  typedAhead: "earlyKeystrokes",
  giveBack: "release",
  holdLater: "holdAfterWait",
  settledOrTimeout: "waitForJobs",
  amountOf: "finiteNumber, rawValueOf",
};

const WORDS = new RegExp(`\\b(?:${Object.keys(INSTEAD).join("|")})\\b`, "gi");

test("comments, names and texts use plain words", () => {
  const files = ["src", "scripts", "e2e", "tests", "bench"]
    .flatMap(sourceFiles)
    .filter(({ path }) => path !== "tests/plain-words.test.ts");
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(WORDS)].map(
      ([word]) => `${path}: "${word}", write ${INSTEAD[word.toLowerCase()] ?? INSTEAD[word]}`,
    ),
  );
  expect(found).toEqual([]);
});
