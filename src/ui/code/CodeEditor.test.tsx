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

async function offered(view: EditorView, text: string) {
  view.focus();
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: text.length } });
  startCompletion(view);
  await waitFor(() => expect(currentCompletions(view.state).length).toBeGreaterThan(0));
  return currentCompletions(view.state);
}

test("what is offered goes when one acts by a key, as running what is written", async () => {
  const run = vi.fn();
  const { view, content } = open({ words: [{ name: "sales", kind: "column" }], keys: { "Mod-Enter": run } });
  await offered(view, "SELECT sal");
  fireEvent.keyDown(content, { key: "Enter", code: "Enter", ctrlKey: true });
  expect(run).toHaveBeenCalledOnce();
  expect(currentCompletions(view.state)).toEqual([]);
  expect(view.state.doc.toString()).toBe("SELECT sal");
});

test("nothing is offered over what one has gone on to", async () => {
  const { view } = open({ words: [{ name: "sales", kind: "column" }] });
  view.focus();
  view.dispatch({ changes: { from: 0, insert: "SELECT sal" }, selection: { anchor: 10 }, userEvent: "input.type" });
  expect(completionStatus(view.state)).toBe("pending");
  view.contentDOM.blur();
  await waitFor(() => expect(completionStatus(view.state)).toBeNull());
});

test("nothing is offered while one types where that is not wanted, but what is asked for", async () => {
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
  expect((await offered(view, "SELECT sal")).map(({ label }) => label)).toContain("sales");
  change({ isQuiet: false });
  type();
  expect(completionStatus(view.state)).not.toBeNull();
});

test("Enter behind a whole word breaks the line, and takes the word that was begun otherwise", async () => {
  const words = [{ name: "sales", kind: "table" }] as const;
  for (const [written, after] of [
    ["SELECT * FROM sales", "SELECT * FROM sales\n"],
    ["SELECT * FROM sal", "SELECT * FROM sales"],
  ] as const) {
    const { view, content } = open({ words });
    await offered(view, written);
    // A key that comes too soon after the list is for what was there before.
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 100);
    fireEvent.keyDown(content, { key: "Enter", code: "Enter" });
    now.mockRestore();
    expect(view.state.doc.toString()).toBe(after);
    view.destroy();
  }
});

test("tables are offered first where one stands", async () => {
  const words = [
    { name: "customer_id", kind: "column" },
    { name: "customers", kind: "table" },
  ] as const;
  const { view } = open({ words });
  expect((await offered(view, "SELECT 1 FROM a JOIN cust"))[0]?.label).toBe("customers");
  expect((await offered(view, "SELECT cust"))[0]?.label).toBe("customer_id");
});

describe("what is offered", () => {
  const words = [
    { name: "sales", kind: "column", detail: "double" },
    { name: "sold at", kind: "column", written: '"sold at"' },
    { name: "sum", kind: "function" },
  ] as const;

  test("columns come before functions, and functions before keywords", async () => {
    const { view } = open({ words });
    // The language is read a moment after the editor is there.
    await waitFor(async () => expect((await offered(view, "s")).some((one) => one.type === "keyword")).toBe(true));
    const [first, second, third] = currentCompletions(view.state);
    expect([first?.label, second?.label, third?.label]).toEqual(["sales", "sold at", "sum"]);
    expect(first?.detail).toBe("double");
  });

  test("names that need quotes are written with them, functions with the cursor in their parentheses", async () => {
    const { view } = open({ words });
    const all = await offered(view, "s");
    expect(all.find((one) => one.label === "sold at")?.apply).toBe('"sold at"');
    const sum = all.find((one) => one.label === "sum");
    if (typeof sum?.apply !== "function") throw new Error("not applied by a function");
    sum.apply(view, sum, 0, 1);
    expect([view.state.doc.toString(), view.state.selection.main.anchor]).toEqual(["sum()", 4]);
  });
});

describe("what is wrong", () => {
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
  ])("at %o is marked: %s", (place, text) => {
    const { view } = open({ value: "SUM(\n1 + nope)", problem: { message: "no such column", ...place } });
    expect(marks(view)).toEqual([text]);
  });

  test("is forgotten when it is solved", () => {
    const { view, change } = open({ value: "x", problem: { message: "no", line: 1, column: 1, endColumn: null } });
    change({ problem: undefined });
    expect(marks(view)).toEqual([]);
  });
});

describe("its keys", () => {
  const pressEscape = (content: HTMLElement) => {
    const seen = vi.fn();
    window.addEventListener("keydown", seen);
    fireEvent.keyDown(content, { key: "Escape" });
    window.removeEventListener("keydown", seen);
    return seen.mock.calls.length;
  };

  test("where Tab indents, the first Escape readies it for leaving and does not close the dialog", () => {
    const { content } = open({ isLong: true });
    expect(screen.getByText(/Press Escape, then Tab/).id).toBe(content.getAttribute("aria-describedby"));
    expect([pressEscape(content), pressEscape(content)]).toEqual([0, 1]);
  });

  test("elsewhere Escape goes to what the editor stands in", () => {
    expect(pressEscape(open().content)).toBe(1);
  });
});

test("takes what is written elsewhere, and says what is written in it", () => {
  const onChange = vi.fn();
  const { view, change } = open({ value: "a", onChange });
  change({ value: "b", onChange });
  expect(view.state.doc.toString()).toBe("b");
  expect(onChange).not.toHaveBeenCalled();
  view.dispatch({ changes: { from: 1, insert: "c" } });
  expect(onChange).toHaveBeenCalledWith("bc");
});

test("what was written comes back late and takes nothing away, and the cursor stays at the end", () => {
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

test("what may only be read says so", () => {
  const { content } = open({ value: "SELECT 1", isReadOnly: true });
  expect(content.getAttribute("aria-readonly")).toBe("true");
});

test("JSON that is half written is wrong, and a field without any is not", async () => {
  const { view } = open({ language: "json", value: "{" });
  const findings = () => {
    forceLinting(view);
    return diagnosticCount(view.state);
  };
  await vi.waitFor(() => expect(findings()).toBe(1));
  view.dispatch({ changes: { from: 0, to: 1, insert: "" } });
  await vi.waitFor(() => expect(findings()).toBe(0));
});
