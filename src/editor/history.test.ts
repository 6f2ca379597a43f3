import { describe, expect, test } from "vitest";
import {
  emptyHistory,
  type History,
  markSaved,
  record,
  redo,
  seal,
  UNDO_LIMIT,
  undo,
  unsavedSteps,
} from "./history.ts";

class Text {
  now = "";
  history: History<string> = emptyHistory();

  type(text: string, mergeKey?: string) {
    this.history = record(this.history, { state: this.now, label: `Typed ${text}`, mergeKey }, (old) => old === text);
    this.now = text;
  }

  go(way: typeof undo): string | undefined {
    const step = way(this.history, this.now);
    if (!step) return undefined;
    this.history = step.history;
    this.now = step.state;
    return step.label;
  }
}

function typed(...texts: string[]): Text {
  const text = new Text();
  for (const each of texts) text.type(each);
  return text;
}

describe("history", () => {
  test("undoes and redoes steps, and names them", () => {
    const text = typed("a", "ab");
    expect([text.go(undo), text.now]).toEqual(["Typed ab", "a"]);
    expect([text.go(undo), text.now]).toEqual(["Typed a", ""]);
    expect([text.go(undo), text.now]).toEqual([undefined, ""]);
    expect([text.go(redo), text.now]).toEqual(["Typed a", "a"]);
    expect([text.go(redo), text.now]).toEqual(["Typed ab", "ab"]);
    expect(text.go(redo)).toBeUndefined();
  });

  test("drops undone steps when a new step is added", () => {
    const text = typed("a", "ab");
    text.go(undo);
    text.type("ac");
    expect(text.go(redo)).toBeUndefined();
    text.go(undo);
    expect(text.now).toBe("a");
  });

  test("merges steps with the same key until sealed, saved or undone", () => {
    const text = new Text();
    for (const each of ["a", "ab", "abc"]) text.type(each, "title");
    text.history = seal(text.history);
    for (const each of ["abcd", "abcde"]) text.type(each, "title");
    text.history = markSaved(text.history);
    text.type("x", "title");
    text.go(undo);
    expect(text.now).toBe("abcde");
    text.type("y", "title");
    const states = [];
    while (text.go(undo)) states.push(text.now);
    expect(states).toEqual(["abcde", "abc", ""]);
  });

  test("doesn't merge steps with different keys or none", () => {
    const text = new Text();
    text.type("a", "title");
    text.type("b", "text");
    text.type("c");
    text.type("d");
    expect(text.history.past).toHaveLength(4);
  });

  test("typing that restores the initial text leaves no step", () => {
    const text = typed("a");
    text.type("ab", "title");
    text.type("a", "title");
    expect(text.go(undo)).toBe("Typed a");
  });

  test("counts steps from the saved state, even after the oldest are dropped", () => {
    const text = typed("a", "ab");
    text.history = markSaved(text.history);
    expect(unsavedSteps(text.history)).toBe(0);
    text.go(undo);
    expect(unsavedSteps(text.history)).toBe(1);
    text.go(redo);
    for (let i = 0; i < UNDO_LIMIT + 5; i++) text.type(`${i}`);
    expect(text.history.past).toHaveLength(UNDO_LIMIT);
    expect(text.history.dropped).toBe(7);
    expect(unsavedSteps(text.history)).toBe(UNDO_LIMIT + 5);
  });

  test("can't return to the saved state after undoing it and adding a step", () => {
    const text = typed("a", "ab");
    text.history = markSaved(text.history);
    text.go(undo);
    text.type("ac");
    expect(unsavedSteps(text.history)).toBe(2);
    text.go(undo);
    expect(unsavedSteps(text.history)).toBe(1);
  });
});
