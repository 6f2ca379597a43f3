import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import * as report from "../../api/report/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { toast } from "../../web/toasts/toasts.ts";
import type { SavedDashboardState } from "./report-state.ts";

export interface Sent {
  noun: "dashboard" | "chart";
  id: number | undefined;
  name: string;
  now?(): { state: SavedDashboardState; words: string };
}

export type EmailReport = z.output<typeof report.ReportRow>;

export type Format = report.UpdateReport["report_format"] & string;

export const FORMATS: Readonly<Record<Sent["noun"], readonly { value: Format; label: string }[]>> = {
  dashboard: [
    { value: "PNG", label: t("Image") },
    { value: "PDF", label: "PDF" },
  ],
  chart: [
    { value: "PNG", label: t("Image") },
    { value: "PDF", label: "PDF" },
    { value: "CSV", label: "CSV" },
    { value: "TEXT", label: t("Text") },
  ],
};

export const METHODS = { dashboard: "dashboards", chart: "charts" } as const;

const keyOf = ({ noun, id }: Pick<Sent, "noun" | "id">) => ["email-report", noun, id];

export function useEmailReport(sent: Sent, options: { userId: number; isRequested: boolean }) {
  const { noun, id } = sent;
  const { data, isPending } = useQuery({
    queryKey: keyOf(sent),
    enabled: options.isRequested && id !== undefined,
    queryFn: async ({ signal }) => {
      const filters = [
        { col: `${noun}_id`, opr: "eq", value: id },
        { col: "creation_method", opr: "eq", value: METHODS[noun] },
        { col: "created_by", opr: "rel_o_m", value: options.userId },
      ];
      try {
        const { result } = await call(report.list, { q: { filters, page: 0, page_size: 1 } }, { signal });
        return { found: result[0] };
      } catch (error) {
        if (toApiError(error).kind !== "aborted")
          toast.danger(
            t("There was an issue fetching reports attached to this {noun, select, chart {chart} other {dashboard}}.", {
              noun,
            }),
          );
        throw error;
      }
    },
  });
  return { found: data?.found, isPending };
}

export async function refreshReports(queries: QueryClient): Promise<void> {
  for (const key of ["email-report", "reports", "report"]) await queries.invalidateQueries({ queryKey: [key] });
}

export async function switchReport({ id, active }: EmailReport, queries: QueryClient): Promise<void> {
  try {
    await call(report.update, { params: { id }, body: { active: !active } });
    await refreshReports(queries);
  } catch {
    toast.danger(t("We were unable to active or deactivate this report."));
  }
}

export async function sendReport({ id, name }: EmailReport): Promise<void> {
  try {
    await call(report.run, { params: { id } });
    toast.success(t("Sending {name} by email", { name }));
  } catch (error) {
    toast.error(error);
  }
}

export async function deleteReport({ id, name }: EmailReport, queries: QueryClient): Promise<void> {
  try {
    await call(report.remove, { params: { id } });
    toast.success(t("Deleted: {items}", { items: name }));
  } catch {
    toast.danger(t("Your report could not be deleted."));
  }
  await refreshReports(queries);
}
