import { relatedObjects } from "../../api/dataset/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { OperationResult } from "../../model/operation.ts";
import { call } from "../../web/client/client.ts";

export type Usage = OperationResult<typeof relatedObjects>;

export const usageOf = (id: number, signal: AbortSignal): Promise<Usage> =>
  call(relatedObjects, { params: { id: `${id}` } }, { signal });

export function usageText({ charts, dashboards }: Usage): string {
  if (dashboards.count === 0) return t("{count, plural, one {# chart} other {# charts}}", { count: charts.count });
  return t(
    "{charts, plural, one {# chart} other {# charts}} on {dashboards, plural, one {# dashboard} other {# dashboards}}",
    { charts: charts.count, dashboards: dashboards.count },
  );
}
