import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import * as dashboard from "../../api/dashboard/contract.ts";
import { t } from "../../i18n/translate.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { call } from "../../web/client/client.ts";
import { type ApiError, toApiError } from "../../web/client/errors.ts";

let pendingCreation: Promise<number> | undefined;

export function NewDashboardPage() {
  const [error, setError] = useState<ApiError>();
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    let isShown = true;
    createOnce()
      .then((id) => {
        queries.invalidateQueries({ queryKey: ["dashboards"] });
        if (isShown) navigate(`/superset/dashboard/${id}/?edit=true`, { replace: true });
      })
      .catch((caught) => isShown && setError(toApiError(caught)));
    return () => {
      isShown = false;
    };
  }, [navigate, queries]);
  if (error === undefined) return null;
  return (
    <ErrorState
      title={t("Failed to create the dashboard")}
      text={t("An error occurred while creating dashboards: {message}", { message: error.message })}
      onRetry={() => navigate(0)}
    />
  );
}

/** Effects run twice in strict mode; this creates a single dashboard. */
function createOnce(): Promise<number> {
  pendingCreation ??= call(dashboard.create, { body: { dashboard_title: "[ untitled dashboard ]" } })
    .then((created) => created.id)
    .finally(() => {
      pendingCreation = undefined;
    });
  return pendingCreation;
}
