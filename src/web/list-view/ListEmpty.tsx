import { Button } from "antd";
import { SearchX } from "lucide-react";
import { EmptyState } from "../../ui/EmptyState.tsx";
import type { ListDefinition, ListRow } from "./definition.ts";
import type { ListState } from "./list-state.ts";

export interface ListEmptyProps<T extends ListRow> {
  definition: ListDefinition<T>;
  state: ListState;
  onClear(): void;
}

/** Nothing yet, or nothing that fits the filters. */
export function ListEmpty<T extends ListRow>({ definition, state, onClear }: ListEmptyProps<T>) {
  if (Object.keys(state.filters).length > 0) {
    return (
      <EmptyState
        icon={<SearchX size={20} />}
        title="No results match your filter criteria"
        text="Try different criteria to display results."
        actions={<Button onClick={onClear}>Clear all filters</Button>}
      />
    );
  }
  const { title, text, action } = definition.empty;
  return <EmptyState icon={<definition.emptyIcon size={20} />} title={title} text={text} actions={action} />;
}
