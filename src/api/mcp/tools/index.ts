import { alerts } from "./alerts.ts";
import { assertions, checkAssertion } from "./assertions.ts";
import { confirmChange } from "./changes.ts";
import { chartTypes } from "./chart-types.ts";
import { describe } from "./describe.ts";
import { drawChart } from "./draw-chart.ts";
import { explainAccess } from "./explain-access.ts";
import { lineage } from "./lineage.ts";
import { previewChart } from "./preview-chart.ts";
import { previewDashboard } from "./preview-dashboard.ts";
import { query } from "./query.ts";
import { runSql } from "./run-sql.ts";
import { search } from "./search.ts";
import type { Tool } from "./tool.ts";

export const TOOLS: readonly Tool[] = [
  search,
  describe,
  query,
  runSql,
  drawChart,
  chartTypes,
  previewChart,
  previewDashboard,
  confirmChange,
  explainAccess,
  lineage,
  alerts,
  assertions,
  checkAssertion,
];
