import { expect, test } from "vitest";
import { mergedDrafts, type StoredDraft } from "./drafts.ts";
import { type EditorTab, EMPTY_DRAFT } from "./tab.ts";

const tab = (more: Partial<EditorTab>): EditorTab => ({
  ...EMPTY_DRAFT,
  name: "Genres",
  key: "7",
  id: 7,
  isLoaded: true,
  isClean: true,
  tables: [],
  pane: "results",
  savedSql: null,
  ...more,
});
const draft = (more: Partial<StoredDraft>): StoredDraft => ({ ...EMPTY_DRAFT, name: "Genres", id: 7, ...more });
const textsOf = (drafts: Record<string, StoredDraft>) =>
  Object.fromEntries(Object.entries(drafts).map(([place, { sql, name }]) => [place, [sql, name]]));

test("a page without unsent changes keeps drafts of other windows and removes its own", () => {
  const there = { 7: draft({ sql: "select 1", page: "a" }), 8: draft({ id: 8, sql: "select 2", page: "b" }) };
  const tabs = [tab({ sql: "select 0" }), tab({ id: 8, key: "8", sql: "select 2 from here" })];
  expect(textsOf(mergedDrafts(there, { page: "b", tabs, unsent: [] }))).toEqual({ 7: ["select 1", "Genres"] });
});

test("two windows editing one tab lose neither text", () => {
  const [first, second] = [tab({ sql: "select 1" }), tab({ sql: "select 2" })];
  let drafts = mergedDrafts({}, { page: "a", tabs: [first], unsent: [first] });
  for (let round = 0; round < 3; round++) {
    drafts = mergedDrafts(drafts, { page: "b", tabs: [second], unsent: [second] });
    expect(textsOf(drafts)).toEqual({ 7: ["select 2", "Genres"], "other-a-7": ["select 1", "Copy of Genres"] });
    drafts = mergedDrafts(drafts, { page: "a", tabs: [first], unsent: [first] });
    expect(textsOf(drafts)).toEqual({ 7: ["select 1", "Genres"], "other-b-7": ["select 2", "Copy of Genres"] });
  }
});

test("a new tab is stored by its id once it has one", () => {
  const opened = tab({ key: "new-1", id: null, sql: "select 1" });
  const stored = mergedDrafts({}, { page: "a", tabs: [opened], unsent: [opened] });
  expect(Object.keys(stored)).toEqual(["new-1"]);
  const known = { ...opened, id: 9, sql: "select 12" };
  expect(textsOf(mergedDrafts(stored, { page: "a", tabs: [known], unsent: [known] }))).toEqual({
    9: ["select 12", "Genres"],
  });
});

test("a draft adopted from a closed page is removed once it is sent", () => {
  const there = { "new-1": draft({ id: null, sql: "select 1", page: "gone" }) };
  const serverTab = tab({ key: "new-1", id: 9, sql: "select 1" });
  expect(mergedDrafts(there, { page: "a", tabs: [serverTab], unsent: [] })).toEqual({});
});

test("a draft that a page started from is replaced without a copy", () => {
  const there = { 7: draft({ sql: "select 1", page: "before a reload", updatedAt: 5 }) };
  const edited = tab({ sql: "select 12", updatedAt: 6 });
  const adopted = new Map([["7", 5]]);
  const after = mergedDrafts(there, { page: "b", tabs: [edited], unsent: [edited], adopted });
  expect(textsOf(after)).toEqual({ 7: ["select 12", "Genres"] });
  const later = { 7: draft({ sql: "select 13", page: "still open", updatedAt: 7 }) };
  expect(textsOf(mergedDrafts(later, { page: "b", tabs: [edited], unsent: [edited], adopted }))).toEqual({
    7: ["select 12", "Genres"],
    "other-still open-7": ["select 13", "Copy of Genres"],
  });
});

test("a restored new tab that is edited is stored once", () => {
  const there = { "new-1": draft({ id: null, sql: "select 1", page: "gone", updatedAt: 5 }) };
  const adopted = new Map([["new-1", 5]]);
  const edited = tab({ key: "new-1", id: null, sql: "select 12", updatedAt: 6 });
  expect(textsOf(mergedDrafts(there, { page: "a", tabs: [edited], unsent: [edited], adopted }))).toEqual({
    "new-1": ["select 12", "Genres"],
  });
  const sent = { ...edited, id: 9 };
  expect(mergedDrafts(there, { page: "a", tabs: [sent], unsent: [], adopted })).toEqual({});
});

test("a page that was left keeps its unsent draft unless another page took it over", () => {
  const edited = tab({ sql: "select 1", updatedAt: 5 });
  const left = { page: "a", tabs: [edited], unsent: [edited], isLeft: true };
  const own = { 7: draft({ sql: "select 1", page: "a", updatedAt: 5 }) };
  expect(textsOf(mergedDrafts(own, left))).toEqual({ 7: ["select 1", "Genres"] });
  const taken = { 7: draft({ sql: "select 2", page: "b", updatedAt: 6 }) };
  expect(mergedDrafts(taken, left)).toEqual(taken);
  expect(mergedDrafts(own, { ...left, unsent: [] })).toEqual({});
});
