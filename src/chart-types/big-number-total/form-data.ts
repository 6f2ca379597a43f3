import type { z } from "zod";
import { figureSchema } from "../../chart-kit/kpi/controls.ts";
import { conditionalRules } from "../../chart-kit/table/conditional.ts";
import { FormData, metricControl } from "../../model/form-data.ts";

export const BigNumberTotalFormData = FormData.extend({
  ...figureSchema,
  metric: metricControl,
  conditional_formatting: conditionalRules,
});
export type BigNumberTotalFormData = z.infer<typeof BigNumberTotalFormData>;
