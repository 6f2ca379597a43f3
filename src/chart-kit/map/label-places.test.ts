import { expect, test } from "vitest";
import { withoutOverlaps } from "./deck-layers.ts";

const LABELS = [
  { at: [-0.25, 51.5], text: "Richmond upon Thames" },
  { at: [-0.2, 51.5], text: "Hounslow" },
  { at: [-0.2, 51.9], text: "Enfield" },
] as const;
const shown = (zoom: number) => withoutOverlaps(LABELS, { zoom, size: 11 }).map(({ text }) => text);

test("labels never overlap and reappear when zooming in", () => {
  expect(shown(9)).toEqual(["Richmond upon Thames", "Enfield"]);
  expect(shown(12)).toEqual(LABELS.map(({ text }) => text));
  expect(shown(2)).toEqual(["Richmond upon Thames"]);
});
