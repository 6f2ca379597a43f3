import { toApiError } from "../../web/client/errors.ts";
import { CannotOpen } from "../../web/components/CannotOpen.tsx";

interface Props {
  error: Error;
  /** What is not there, where it is not the dashboard itself. */
  gone?: string;
  onRetry(): void;
}

/** Why a dashboard could not be opened, as a page. */
export function LoadProblem({ error, gone = "This dashboard does not exist", onRetry }: Props) {
  return (
    <CannotOpen
      error={toApiError(error)}
      noun="this dashboard"
      gone={gone}
      askWhom="One of its owners can share it with you, or an administrator can give your account the right to see it."
      way={{ label: "All dashboards", href: "/dashboard/list/" }}
      onRetry={onRetry}
    />
  );
}
