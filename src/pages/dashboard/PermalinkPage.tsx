import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { showPermalink } from "../../api/dashboard/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { LoadProblem } from "./LoadProblem.tsx";
import { OpeningSkeleton } from "./OpeningSkeleton.tsx";
import { withParams } from "./state/url.ts";

export function PermalinkPage() {
  const { key = "" } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ["dashboard-permalink", key],
    queryFn: ({ signal }) => call(showPermalink, { params: { key } }, { signal }),
    retry: false,
  });
  if (error) return <LoadProblem error={error} gone={t("This link doesn't exist")} onRetry={() => void refetch()} />;
  if (!data) return <OpeningSkeleton hasBar />;
  const { dashboardId, state } = data;
  const search = withParams("", { ...Object.fromEntries(state.urlParams ?? []), permalink_key: key });
  const hash = state.anchor ? `#${encodeURIComponent(state.anchor)}` : "";
  return <Navigate to={`/superset/dashboard/${encodeURIComponent(dashboardId)}/${search}${hash}`} replace />;
}
