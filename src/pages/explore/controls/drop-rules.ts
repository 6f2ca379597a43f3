import type { Control, ControlState } from "../../../chart-seam/control.ts";
import { placeItem, rejectionReason } from "../state/roles.ts";
import type { DropRules } from "../workbench/drag.ts";

export function dropRules(control: Control, state: ControlState, onChange: (value: unknown) => void): DropRules {
  return {
    previewOf: (item) => placeItem(control, item, state)?.text,
    rejectionReason: (item) => rejectionReason(control, item, state),
    onDropItem: (item) => {
      const placement = placeItem(control, item, state);
      if (placement) onChange(placement.value);
    },
  };
}
