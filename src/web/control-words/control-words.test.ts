import { expect, test } from "vitest";
import type { Control, ControlState } from "../../chart-seam/control.ts";
import { describeValue } from "./control-words.ts";

const STATE = { form: {}, dataset: undefined } as unknown as ControlState;
const WIDGETS = ["metrics", "columns", "filters", "order-by", "conditional-formatting", "annotation-layers", "spatial"];

test.each(WIDGETS)("shows a value that no %s control makes as is", (widget) => {
  const control = { widget, label: "Any" } as unknown as Control;
  for (const value of [[null], [1], [[]], { a: 1 }, "x", 7]) {
    expect(describeValue(value, control, STATE)).toEqual(expect.any(String));
  }
});
