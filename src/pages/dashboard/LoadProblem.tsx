import { t } from "../../i18n/translate.ts";
import { toApiError } from "../../web/client/errors.ts";
import { CannotOpen } from "../../web/components/CannotOpen.tsx";

interface Props {
  error: Error;
  gone?: string;
  onRetry(): void;
}

export function LoadProblem({ error, gone = t("This dashboard doesn't exist"), onRetry }: Props) {
  return (
    <CannotOpen
      error={toApiError(error)}
      noAccess={t("You don't have access to this dashboard")}
      gone={gone}
      accessHint={t("One of its owners can share it with you, or an administrator can give you access.")}
      nextPage={{ label: t("All dashboards"), href: "/dashboard/list/" }}
      onRetry={onRetry}
    />
  );
}
