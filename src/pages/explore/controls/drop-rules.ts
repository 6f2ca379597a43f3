import type { Control, ControlState } from "../../../chart-seam/control.ts";
import { placeItem, refusalOf } from "../state/roles.ts";
import type { DropRules } from "../workbench/drag.ts";

/** What a control that holds a list makes of what is dropped on it. */
export function dropRules(control: Control, state: ControlState, onChange: (value: unknown) => void): DropRules {
  return {
    wordsOf: (item) => placeItem(control, item, state)?.words,
    refusalOf: (item) => refusalOf(control, item, state),
    onDropItem: (item) => {
      const placement = placeItem(control, item, state);
      if (placement) onChange(placement.value);
    },
  };
}
