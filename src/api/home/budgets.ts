import { sql } from "kysely";
import type { z } from "zod";
import { dashboardUrl } from "../../model/dashboard.ts";
import type { App } from "../../server/app.ts";
import { changeRules } from "../../server/rights/changes.ts";
import { anyOf } from "../../server/rights/rule.ts";
import type { User } from "../../server/user.ts";
import { brokenBudgets } from "../dashboard/index.ts";
import { cachedFor } from "./cached.ts";
import type { AttentionItem } from "./contract.ts";

const SHOWN = 20;

const broken = cachedFor(brokenBudgets);

export async function dashboardsOverBudget(app: App, user: User): Promise<z.output<typeof AttentionItem>[]> {
  const budgets = new Map((await broken(app)).map((budget) => [budget.dashboardId, budget]));
  if (budgets.size === 0) return [];
  const rows = await app.reads
    .selectFrom("dashboards")
    .select(["id", "dashboard_title", "slug"])
    .where("id", "in", [...budgets.keys()])
    .where(anyOf(changeRules(user, "dashboard")) ?? sql<boolean>`1 = 1`)
    .orderBy("dashboard_title")
    .limit(SHOWN)
    .execute();
  return rows.flatMap((row) => {
    const budget = budgets.get(row.id);
    if (!budget) return [];
    return {
      kind: "budget_exceeded" as const,
      id: row.id,
      name: row.dashboard_title ?? "",
      url: dashboardUrl(row),
      at: null,
      message: null,
      is_quoted: false,
      value: null,
      slow: null,
      budget: { views: budget.views, excess: [...budget.excess] },
    };
  });
}
