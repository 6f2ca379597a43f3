import { expect, test } from "vitest";
import { notesOn } from "./notes.ts";

const drawing = { props: {}, summary: "", warning: "Not on the map: Atlantis", note: "Stacked" };
const at = (width: number, height: number) =>
  notesOn(drawing, { unknown: undefined, ignored: "Filter ignored", size: { width, height } });

test("a note on how a chart is drawn doesn't take the space of its axes; warnings stay", () => {
  expect(at(600, 400)).toEqual(["Filter ignored", "Not on the map: Atlantis", "Stacked"]);
  expect(at(300, 150)).toEqual(["Filter ignored", "Not on the map: Atlantis"]);
});
