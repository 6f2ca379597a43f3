import { Button } from "antd";
import { LayoutDashboard } from "lucide-react";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Message } from "../../ui/Message.tsx";
import { NoAccess } from "../../ui/NoAccess.tsx";
import { toApiError } from "../../web/errors.ts";

/** Why a dashboard could not be opened, as a page. */
export function LoadProblem({ error, onRetry }: { error: Error; onRetry(): void }) {
  const known = toApiError(error);
  if (known.status === 404) {
    return (
      <Message
        page
        icon={<LayoutDashboard size={20} />}
        title="This dashboard does not exist"
        text="It may have been deleted, or the link is not complete."
        actions={<Button href="/dashboard/list/">All dashboards</Button>}
      />
    );
  }
  if (known.status === 403) {
    return (
      <NoAccess
        title="You do not have access to this dashboard"
        text="An owner of the dashboard can share it with you."
        actions={<Button href="/dashboard/list/">All dashboards</Button>}
      />
    );
  }
  return (
    <ErrorState
      title={known.title}
      text={known.message === known.title ? undefined : known.message}
      onRetry={onRetry}
    />
  );
}
