import { completionStatus, currentCompletions, startCompletion } from "@codemirror/autocomplete";
import { diagnosticCount, forceLinting, forEachDiagnostic } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { CodeEditor, type CodeEditorProps, prefetchCodeEditor } from "./CodeEditor.tsx";

beforeAll(prefetchCodeEditor);

function open(props: Partial<CodeEditorProps> = {}) {
  const element = (more: Partial<CodeEditorProps> = {}) => (
    <CodeEditor label="SQL" language="sql" value="" {...props} {...more} />
  );
  const { rerender } = render(element());
  const content = screen.getByRole("textbox", { name: "SQL" });
  const view = EditorView.findFromDOM(content);
  if (!view) throw new Error("no editor");
  return { view, content, change: (more: Partial<CodeEditorProps>) => rerender(element(more)) };
}

async function completionsFor(view: EditorView, text: string) {
  view.focus();
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: text.length } });
  startCompletion(view);
  await waitFor(() => expect(currentCompletions(view.state).length).toBeGreaterThan(0));
  return currentCompletions(view.state);
}

test("completions close when a shortcut runs an action", async () => {
  const run = vi.fn();
  const { view, content } = open({ words: [{ name: "sales", kind: "column" }], keys: { "Mod-Enter": run } });
  await completionsFor(view, "SELECT sal");
  fireEvent.keyDown(content, { key: "Enter", code: "Enter", ctrlKey: true });
  expect(run).toHaveBeenCalledOnce();
  expect(currentCompletions(view.state)).toEqual([]);
  expect(view.state.doc.toString()).toBe("SELECT sal");
});

test("completions don't open after leaving the editor", async () => {
  const { view } = open({ words: [{ name: "sales", kind: "column" }] });
  view.focus();
  view.dispatch({ changes: { from: 0, insert: "SELECT sal" }, selection: { anchor: 10 }, userEvent: "input.type" });
  expect(completionStatus(view.state)).toBe("pending");
  view.contentDOM.blur();
  await waitFor(() => expect(completionStatus(view.state)).toBeNull());
});

test("completions only open on request if typing completions are off", async () => {
  const { view, change } = open({ words: [{ name: "sales", kind: "column" }], isQuiet: true });
  const type = () =>
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: "SELECT sal" },
      selection: { anchor: 10 },
      userEvent: "input.type",
    });
  view.focus();
  type();
  expect(completionStatus(view.state)).toBeNull();
  expect((await completionsFor(view, "SELECT sal")).map(({ label }) => label)).toContain("sales");
  change({ isQuiet: false });
  type();
  expect(completionStatus(view.state)).not.toBeNull();
});

test("Enter after a complete word breaks the line, and completes a partial word", async () => {
  const words = [{ name: "sales", kind: "table" }] as const;
  for (const [written, after] of [
    ["SELECT * FROM sales", "SELECT * FROM sales\n"],
    ["SELECT * FROM sal", "SELECT * FROM sales"],
  ] as const) {
    const { view, content } = open({ words });
    await completionsFor(view, written);
    // Keys right after the list opens are ignored by CodeMirror.
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 100);
    fireEvent.keyDown(content, { key: "Enter", code: "Enter" });
    now.mockRestore();
    expect(view.state.doc.toString()).toBe(after);
    view.destroy();
  }
});

test("tables come first after FROM", async () => {
  const words = [
    { name: "customer_id", kind: "column" },
    { name: "customers", kind: "table" },
  ] as const;
  const { view } = open({ words });
  expect((await completionsFor(view, "SELECT 1 FROM a JOIN cust"))[0]?.label).toBe("customers");
  expect((await completionsFor(view, "SELECT cust"))[0]?.label).toBe("customer_id");
});

describe("completions", () => {
  const words = [
    { name: "sales", kind: "column", detail: "double" },
    { name: "sold at", kind: "column", written: '"sold at"' },
    { name: "sum", kind: "function" },
  ] as const;

  test("list columns before functions, and functions before keywords", async () => {
    const { view } = open({ words });
    // The language is parsed a moment after the editor is created.
    await waitFor(async () =>
      expect((await completionsFor(view, "s")).some((one) => one.type === "keyword")).toBe(true),
    );
    const [first, second, third] = currentCompletions(view.state);
    expect([first?.label, second?.label, third?.label]).toEqual(["sales", "sold at", "sum"]);
    expect(first?.detail).toBe("double");
  });

  test("quote names if needed, and put the cursor inside function parentheses", async () => {
    const { view } = open({ words });
    const all = await completionsFor(view, "s");
    expect(all.find((one) => one.label === "sold at")?.apply).toBe('"sold at"');
    const sum = all.find((one) => one.label === "sum");
    if (typeof sum?.apply !== "function") throw new Error("not applied by a function");
    sum.apply(view, sum, 0, 1);
    expect([view.state.doc.toString(), view.state.selection.main.anchor]).toEqual(["sum()", 4]);
  });
});

describe("errors", () => {
  const marks = (view: EditorView) => {
    const found: string[] = [];
    forEachDiagnostic(view.state, (_, from, to) => found.push(view.state.sliceDoc(from, to)));
    return found;
  };
  test.each([
    [{ line: 2, column: 5, endColumn: null }, "nope"],
    [{ line: 1, column: 1, endColumn: 3 }, "SUM"],
    [{ line: null, column: null, endColumn: null }, "SUM(\n1 + nope)"],
    [{ line: 9, column: 1, endColumn: null }, "SUM(\n1 + nope)"],
  ])("%o is marked: %s", (place, text) => {
    const { view } = open({ value: "SUM(\n1 + nope)", problem: { message: "no such column", ...place } });
    expect(marks(view)).toEqual([text]);
  });

  test("are cleared when fixed", () => {
    const { view, change } = open({ value: "x", problem: { message: "no", line: 1, column: 1, endColumn: null } });
    change({ problem: undefined });
    expect(marks(view)).toEqual([]);
  });
});

describe("keys", () => {
  const pressEscape = (content: HTMLElement) => {
    const onChange = vi.fn();
    window.addEventListener("keydown", onChange);
    fireEvent.keyDown(content, { key: "Escape" });
    window.removeEventListener("keydown", onChange);
    return onChange.mock.calls.length;
  };

  test("the first Escape lets Tab leave an editor where Tab indents, without closing the dialog", () => {
    const { content } = open({ isLong: true });
    expect(screen.getByText(/Press Escape, then Tab/).id).toBe(content.getAttribute("aria-describedby"));
    expect([pressEscape(content), pressEscape(content)]).toEqual([0, 1]);
  });

  test("Escape goes to the parent if Tab doesn't indent", () => {
    expect(pressEscape(open().content)).toBe(1);
  });
});

test("applies external changes silently, and reports user edits", () => {
  const onChange = vi.fn();
  const { view, change } = open({ value: "a", onChange });
  change({ value: "b", onChange });
  expect(view.state.doc.toString()).toBe("b");
  expect(onChange).not.toHaveBeenCalled();
  view.dispatch({ changes: { from: 1, insert: "c" } });
  expect(onChange).toHaveBeenCalledWith("bc");
});

test("keeps later input when earlier changes are echoed back, with the cursor at the end", () => {
  const { view, change } = open({ onChange: () => undefined });
  const write = (text: string) => {
    const { length } = view.state.doc;
    view.dispatch({ changes: { from: length, insert: text }, selection: { anchor: length + text.length } });
  };
  for (const letter of "abc") write(letter);
  for (const value of ["a", "ab", "abc"]) change({ value });
  expect([view.state.doc.toString(), view.state.selection.main.head]).toEqual(["abc", 3]);
  change({ value: "another" });
  write("!");
  expect(view.state.doc.toString()).toBe("another!");
});

test("is marked as read-only", () => {
  const { content } = open({ value: "SELECT 1", isReadOnly: true });
  expect(content.getAttribute("aria-readonly")).toBe("true");
});

test("reports incomplete JSON, but not an empty field", async () => {
  const { view } = open({ language: "json", value: "{" });
  const findings = () => {
    forceLinting(view);
    return diagnosticCount(view.state);
  };
  await vi.waitFor(() => expect(findings()).toBe(1));
  view.dispatch({ changes: { from: 0, to: 1, insert: "" } });
  await vi.waitFor(() => expect(findings()).toBe(0));
});
