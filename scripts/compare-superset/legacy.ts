import type { Page } from "playwright-core";
import type { Account } from "./account.ts";
import type { ChartRequest, QueryResult } from "./recorder.ts";

/** Superset's legacy API returns a different shape for each chart type; this requests the underlying rows. */
export async function legacyRows(page: Page, requests: ReadonlyMap<number, ChartRequest>): Promise<void> {
  for (const one of requests.values()) {
    if (!one.legacy || one.error) continue;
    const { url, headers, body } = one.legacy;
    const sentHeaders = Object.entries(headers).filter(([name]) => /^(content-type|x-csrftoken|referer)$/i.test(name));
    const options = { headers: Object.fromEntries(sentHeaders), data: body, timeout: 120_000 };
    const answer = await page.request.post(`${url}${url.includes("?") ? "&" : "?"}results=true`, options);
    const result = (await answer.json()) as QueryResult;
    if (answer.ok()) one.results = [result];
    else one.error = `its rows: ${answer.status()} ${JSON.stringify(result)}`;
  }
}

export async function unpivoted(account: Account, { datasource, queries }: ChartRequest): Promise<QueryResult[]> {
  const plain = queries.map((query) => ({ ...query, post_processing: [] }));
  return (await account.post<{ result: QueryResult[] }>("/api/v1/chart/data", { datasource, queries: plain })).result;
}
