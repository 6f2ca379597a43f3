import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DashboardEditor } from "../../../editor/dashboard-editor.ts";
import { sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { useAnnouncement } from "./announcer.ts";
import { endDrag, useDragState } from "./drag-state.ts";
import { documentOf } from "./editor-context.ts";
import { handleDragKey, startKeyboardDrag } from "./keyboard-drag.ts";

const announced = () => useAnnouncement.getState().text;
const rowOf = (editor: DashboardEditor) => editor.document.layout["ROW-a"]?.children;
const open = () => new DashboardEditor(documentOf(sampleDashboard()));

beforeEach(() => useAnnouncement.setState({ text: "" }));
afterEach(endDrag);

describe("moving a tile by the keyboard", () => {
  test("announces what was picked up and each slot, wrapping around", () => {
    const editor = open();
    startKeyboardDrag(editor, "CHART-1");
    expect(announced()).toMatch(/^chart 1 picked up\. Arrow keys move, Enter drops, Escape cancels\. \S/);
    const first = announced().split("cancels. ")[1];
    const count = useDragState.getState().walk?.slots.length ?? 0;
    expect(count).toBeGreaterThan(2);
    handleDragKey(editor, "ArrowUp");
    const last = announced();
    expect(last).not.toBe(first);
    handleDragKey(editor, "ArrowDown");
    expect(announced()).toBe(first);
    for (let step = 1; step < count; step += 1) handleDragKey(editor, "ArrowRight");
    expect(announced()).toBe(last);
  });

  test("drops on Enter as one undoable step", () => {
    const editor = open();
    const before = rowOf(editor);
    startKeyboardDrag(editor, "CHART-1");
    const { walk } = useDragState.getState();
    const at = walk?.slots.findIndex(({ parentId, index }) => parentId === "ROW-a" && index === 3) ?? -1;
    expect(at).toBeGreaterThan(-1);
    for (let step = 0; step < at; step += 1) handleDragKey(editor, "ArrowDown");
    expect(handleDragKey(editor, "Enter")).toBe(true);
    expect([rowOf(editor), announced()]).toEqual([["CHART-2", "CHART-3", "CHART-1"], "Dropped"]);
    expect(editor.getSnapshot()).toMatchObject({ selection: "CHART-1", unsaved: 1 });
    editor.undo();
    expect(rowOf(editor)).toEqual(before);
  });

  test("changes nothing when canceled and ignores other keys", () => {
    const editor = open();
    startKeyboardDrag(editor, "CHART-1");
    expect(handleDragKey(editor, "a")).toBe(false);
    expect(handleDragKey(editor, "Escape")).toBe(true);
    expect([announced(), editor.getSnapshot().unsaved]).toEqual(["Move canceled", 0]);
    expect(handleDragKey(editor, "Enter"), "the drag has ended").toBe(false);
  });

  test("ignores an unknown component", () => {
    startKeyboardDrag(open(), "CHART-99");
    expect([useDragState.getState().dragged, announced()]).toEqual([null, ""]);
  });
});
