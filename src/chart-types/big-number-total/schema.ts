import type { z } from "zod";
import { figureSchema } from "../../chart-kit/kpi/controls.ts";
import { conditionalRules } from "../../chart-kit/table/conditional.ts";
import { FormData, metricControl } from "../../model/form-data.ts";

export const BigNumberTotalForm = FormData.extend({
  ...figureSchema,
  metric: metricControl,
  conditional_formatting: conditionalRules,
});
export type BigNumberTotalForm = z.infer<typeof BigNumberTotalForm>;
