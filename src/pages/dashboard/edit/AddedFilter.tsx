import { useState } from "react";
import { type SuggestedFilter, suggestedFilter } from "./suggested-filters.ts";
import { ViewFilters } from "./ViewFilters.tsx";

export function AddedFilter({ suggested, onClose }: { suggested: SuggestedFilter; onClose(): void }) {
  const [added] = useState(() => suggestedFilter(suggested));
  return <ViewFilters added={added} onClose={onClose} />;
}
