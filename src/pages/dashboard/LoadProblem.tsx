import { CannotOpen } from "../../web/CannotOpen.tsx";
import { toApiError } from "../../web/errors.ts";

/** Why a dashboard could not be opened, as a page. */
export function LoadProblem({ error, onRetry }: { error: Error; onRetry(): void }) {
  return (
    <CannotOpen
      error={toApiError(error)}
      noun="this dashboard"
      gone="This dashboard does not exist"
      askWhom="One of its owners can share it with you, or an administrator can give your account the right to see it."
      way={{ label: "All dashboards", href: "/dashboard/list/" }}
      onRetry={onRetry}
    />
  );
}
