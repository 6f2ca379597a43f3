import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DashboardEditor } from "../../../editor/dashboard-editor.ts";
import { sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { useAnnouncement } from "./announcer.ts";
import { endDrag, useDragState } from "./drag-state.ts";
import { documentOf } from "./editor-context.ts";
import { handleDragKey, startKeyboardDrag } from "./keyboard-drag.ts";

const said = () => useAnnouncement.getState().text;
const rowOf = (editor: DashboardEditor) => editor.document.layout["ROW-a"]?.children;
const open = () => new DashboardEditor(documentOf(sampleDashboard()));

beforeEach(() => useAnnouncement.setState({ text: "" }));
afterEach(endDrag);

describe("moving a tile by the keyboard", () => {
  test("says what is lifted and where it would land, round and round", () => {
    const editor = open();
    startKeyboardDrag(editor, "CHART-1");
    expect(said()).toMatch(/^chart 1 lifted\. Arrows move, Enter drops, Escape cancels\. \S/);
    const first = said().split("cancels. ")[1];
    const count = useDragState.getState().walk?.slots.length ?? 0;
    expect(count).toBeGreaterThan(2);
    handleDragKey(editor, "ArrowUp");
    const last = said();
    expect(last).not.toBe(first);
    handleDragKey(editor, "ArrowDown");
    expect(said()).toBe(first);
    for (let step = 1; step < count; step += 1) handleDragKey(editor, "ArrowRight");
    expect(said()).toBe(last);
  });

  test("drops by Enter as one step that can be undone", () => {
    const editor = open();
    const before = rowOf(editor);
    startKeyboardDrag(editor, "CHART-1");
    const { walk } = useDragState.getState();
    const at = walk?.slots.findIndex(({ parentId, index }) => parentId === "ROW-a" && index === 3) ?? -1;
    expect(at).toBeGreaterThan(-1);
    for (let step = 0; step < at; step += 1) handleDragKey(editor, "ArrowDown");
    expect(handleDragKey(editor, "Enter")).toBe(true);
    expect([rowOf(editor), said()]).toEqual([["CHART-2", "CHART-3", "CHART-1"], "Dropped"]);
    expect(editor.getSnapshot()).toMatchObject({ selection: "CHART-1", unsaved: 1 });
    editor.undo();
    expect(rowOf(editor)).toEqual(before);
  });

  test("changes nothing when it is called off, and other keys mean what they meant", () => {
    const editor = open();
    startKeyboardDrag(editor, "CHART-1");
    expect(handleDragKey(editor, "a")).toBe(false);
    expect(handleDragKey(editor, "Escape")).toBe(true);
    expect([said(), editor.getSnapshot().unsaved]).toEqual(["Move cancelled", 0]);
    expect(handleDragKey(editor, "Enter"), "nothing is lifted any more").toBe(false);
  });

  test("of what is not there lifts nothing", () => {
    startKeyboardDrag(open(), "CHART-99");
    expect([useDragState.getState().dragged, said()]).toEqual([null, ""]);
  });
});
