import { Button } from "antd";
import { ChevronDown } from "lucide-react";
import { Menu } from "../../ui/Menu.tsx";
import type { ListRow } from "./definition.ts";
import type { FilterBarProps } from "./FilterBar.tsx";

/** The order of the cards. */
export function SortSelect<T extends ListRow>({ definition, state, onState }: FilterBarProps<T>) {
  const isCurrent = ({ sort }: (typeof definition.sorts)[number]) =>
    sort.column === state.sort.column && sort.order === state.sort.order;
  const current = definition.sorts.find(isCurrent);
  return (
    <Menu
      placement="bottomRight"
      items={definition.sorts.map((each) => ({
        key: each.label,
        label: each.label,
        checked: isCurrent(each),
        onSelect: () => onState({ ...state, sort: each.sort, pageIndex: 0 }),
      }))}
    >
      <Button icon={<ChevronDown size={14} />} iconPlacement="end" aria-label={`Sort: ${current?.label ?? "custom"}`}>
        {current?.label ?? "Sort"}
      </Button>
    </Menu>
  );
}
