import { randomUUID } from "node:crypto";
import type { App } from "../server/app.ts";
import type { NewRow } from "../server/store/tables.ts";

/**
 * A seeded store of datasets, charts and dashboards, and what each of them uses: known from how it was made, without
 * reading any SQL or form data.
 */
export interface LineageGraph {
  /** Physical columns with the keys (`chart:7`) of what depends on them. */
  truth: { datasetId: number; column: string; dependents: Set<string> }[];
}

export interface GraphSize {
  seed: number;
  charts: number;
  databaseId: number;
}

/** What a column, metric or whole query is made of: keys of physical columns. */
type Origins = ReadonlySet<string>;

interface MadeDataset {
  id: number;
  table: string;
  sql: string | null;
  columns: Map<string, Origins>;
  calculated: Map<string, { sql: string; origins: Origins }>;
  metrics: Map<string, { sql: string; origins: Origins }>;
  /** Conditions of its query, which all charts on it depend on. */
  whole: Origins;
}

const CHARTS_PER_DATASET = 100;
const COLUMNS = [
  "id",
  "region",
  "Order Date",
  "amount",
  "größe",
  "select",
  "Status",
  "city_name",
  "qty",
  "price",
  "note",
];
const FUNCTIONS = ["SUM", "AVG", "MAX", "MIN"] as const;
const STAMP = { created_on: "2026-01-01T00:00:00.000000", changed_on: "2026-01-01T00:00:00.000000" };
const AUDIT = { ...STAMP, created_by_fk: null, changed_by_fk: null };

export async function makeLineageGraph(app: App, size: GraphSize): Promise<LineageGraph> {
  const maker = new GraphMaker(size);
  const rows = maker.make();
  await app.db.transaction().execute(async (trx) => {
    for (const [table, values] of Object.entries(rows))
      for (let start = 0; start < values.length; start += 500)
        await trx
          .insertInto(table as "charts")
          .values(values.slice(start, start + 500) as NewRow<"charts">[])
          .execute();
  });
  return maker.graph();
}

const quoted = (name: string) => `"${name}"`;
const keyOf = (datasetId: number, column: string) => `${datasetId} ${column}`;

class GraphMaker {
  readonly #size: GraphSize;
  #state: number;
  readonly #datasets: MadeDataset[] = [];
  readonly #dependents = new Map<string, Set<string>>();
  readonly #rows = {
    datasets: [] as object[],
    dataset_columns: [] as object[],
    dataset_metrics: [] as object[],
    charts: [] as object[],
    dashboards: [] as object[],
    dashboard_charts: [] as object[],
    reports: [] as object[],
  };

  constructor(size: GraphSize) {
    this.#size = size;
    this.#state = size.seed + 1;
  }

  make() {
    const count = Math.max(10, Math.ceil(this.#size.charts / CHARTS_PER_DATASET));
    for (let id = 1; id <= count; id++) this.#dataset(1000 + id);
    for (let id = 1; id <= this.#size.charts; id++) this.#chart(1000 + id);
    for (let id = 1; id <= Math.ceil(this.#size.charts / 10); id++) this.#dashboard(1000 + id);
    return this.#rows;
  }

  graph(): LineageGraph {
    return {
      truth: [...this.#dependents].map(([key, dependents]) => {
        const [id = "", ...column] = key.split(" ");
        return { datasetId: Number(id), column: column.join(" "), dependents };
      }),
    };
  }

  /** Numerical Recipes' generator: enough for choices, and the same everywhere. */
  #next(below: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * below);
  }

  #one<T>(items: readonly T[]): T {
    return items[this.#next(items.length)] as T;
  }

  #some<T>(items: readonly T[], most: number): T[] {
    const found = new Set(Array.from({ length: 1 + this.#next(most) }, () => this.#one(items)));
    return [...found];
  }

  #note(dependent: string, ...origins: readonly Origins[]): void {
    for (const each of origins) for (const key of each) this.#dependents.get(key)?.add(dependent);
  }

  #dataset(id: number): void {
    const earlier = this.#datasets;
    const kind = earlier.length < 4 ? 0 : this.#next(10);
    const made = kind < 6 ? this.#table(id) : kind < 8 ? this.#query(id) : kind < 9 ? this.#join(id) : this.#macro(id);
    this.#calculations(made);
    earlier.push(made);
    this.#rows.datasets.push({
      ...AUDIT,
      id,
      uuid: randomUUID(),
      database_id: this.#size.databaseId,
      table_name: made.table,
      schema: this.#next(2) ? "main" : null,
      sql: made.sql,
    });
    const names = [...made.columns.keys()].map((column_name) => ({ column_name, expression: null as string | null }));
    const calculated = [...made.calculated].map(([column_name, { sql }]) => ({ column_name, expression: sql }));
    for (const [position, column] of [...names, ...calculated].entries())
      this.#rows.dataset_columns.push({ ...AUDIT, ...column, uuid: randomUUID(), dataset_id: id, position });
    for (const [position, [metric_name, { sql }]] of [...made.metrics].entries())
      this.#rows.dataset_metrics.push({
        ...AUDIT,
        uuid: randomUUID(),
        dataset_id: id,
        position,
        metric_name,
        expression: sql,
      });
  }

  #table(id: number): MadeDataset {
    const columns = new Map(COLUMNS.map((name) => [name, new Set([keyOf(id, name)])]));
    for (const name of COLUMNS) this.#dependents.set(keyOf(id, name), new Set());
    return this.#made(id, { table: `t${id}`, sql: null, columns });
  }

  #made(id: number, made: Pick<MadeDataset, "table" | "sql" | "columns"> & { whole?: Origins }): MadeDataset {
    return { id, calculated: new Map(), metrics: new Map(), whole: new Set(), ...made };
  }

  #physical(): MadeDataset {
    return this.#one(this.#datasets.filter(({ sql }) => !sql));
  }

  /** One table in a WITH clause, whose columns are renamed twice; texts and comments name columns that aren't used. */
  #query(id: number): MadeDataset {
    const source = this.#physical();
    const [first, second, third, condition] = [0, 0, 0, 0].map(() => this.#one([...source.columns.keys()])) as string[];
    const of = (name: string | undefined) => source.columns.get(name ?? "") ?? new Set<string>();
    const place = this.#next(2) ? `main.${source.table}` : source.table;
    const unused = quoted(this.#one(COLUMNS));
    const sql = `WITH base AS (
  SELECT x.${quoted(first ?? "")} AS one, x.${quoted(second ?? "")} || '${unused}' AS two, ${quoted(third ?? "")} AS three
  FROM ${place} x -- not ${unused}
  WHERE x.${quoted(condition ?? "")} IS NOT NULL AND '${unused}' <> ''
) SELECT one AS a, CASE WHEN two > 'x' THEN one ELSE two END AS b, SUM(three) OVER (PARTITION BY one) AS c FROM base`;
    const columns = new Map<string, Origins>([
      ["a", of(first)],
      ["b", new Set([...of(first), ...of(second)])],
      ["c", new Set([...of(third), ...of(first)])],
    ]);
    return this.#withWhole(this.#made(id, { table: `query ${id}`, sql, columns }), of(condition), of(first));
  }

  #withWhole(made: MadeDataset, ...origins: readonly Origins[]): MadeDataset {
    const whole = new Set(origins.flatMap((each) => [...each]));
    this.#note(`dataset:${made.id}`, whole, ...made.columns.values());
    return { ...made, whole };
  }

  #join(id: number): MadeDataset {
    const [left, right] = [this.#physical(), this.#physical()];
    const [key, value, other] = [this.#one(COLUMNS), this.#one(COLUMNS), this.#one(COLUMNS)];
    const of = (from: MadeDataset, name: string) => from.columns.get(name) ?? new Set<string>();
    const sql = `SELECT l.${quoted(value)} AS "left value", r.${quoted(other)} AS right_value FROM ${left.table} AS l
JOIN main.${right.table} AS r ON l.${quoted(key)} = r.${quoted(key)} {% if filter_values('${value}') %}WHERE 1 = 1{% endif %}`;
    const columns = new Map<string, Origins>([
      ["left value", of(left, value)],
      ["right_value", of(right, other)],
    ]);
    const whole = [of(left, key), of(right, key)];
    return this.#withWhole(this.#made(id, { table: `join ${id}`, sql, columns }), ...whole);
  }

  /** A dataset as the table of another, and what that one depends on. */
  #macro(id: number): MadeDataset {
    const source = this.#one(this.#datasets);
    const [value, condition] = [0, 0].map(() => this.#one([...source.columns.keys()])) as [string, string];
    const of = (name: string) => source.columns.get(name) ?? new Set<string>();
    const sql = `SELECT ${quoted(value)} AS v, count(*) AS n FROM {{ dataset(${source.id}) }} WHERE ${quoted(condition)} > {{ url_param('least') or 1 }} GROUP BY 1`;
    const columns = new Map<string, Origins>([
      ["v", of(value)],
      ["n", new Set()],
    ]);
    const made = this.#made(id, { table: `macro ${id}`, sql, columns });
    return this.#withWhole(made, of(condition), of(value), source.whole);
  }

  #calculations(made: MadeDataset): void {
    const names = [...made.columns.keys()];
    for (let i = 0; i < 2; i++) {
      const [one, two] = [this.#one(names), this.#one(names)];
      const sql = `CASE WHEN ${quoted(one)} = '${this.#one(COLUMNS)}' THEN coalesce(${quoted(two)}, 0) END`;
      made.calculated.set(`calc ${i}`, { sql, origins: this.#originsOf(made, one, two) });
    }
    for (let i = 0; i < 4; i++) {
      const one = this.#one([...names, "calc 0", "calc 1"]);
      made.metrics.set(`m${i}`, {
        sql: `${this.#one(FUNCTIONS)}(${quoted(one)}) /* ${quoted(this.#one(COLUMNS))} */`,
        origins: this.#originsOf(made, one),
      });
    }
    const ratio = `{{ metric('m0') }} / NULLIF({{ metric('m1', ${made.id}) }}, 0)`;
    const parts = ["m0", "m1"].map((name) => made.metrics.get(name)?.origins ?? new Set<string>());
    made.metrics.set("ratio", { sql: ratio, origins: new Set(parts.flatMap((each) => [...each])) });
  }

  #originsOf(made: MadeDataset, ...names: readonly string[]): Origins {
    return new Set(
      names.flatMap((name) => [
        ...(made.columns.get(name) ?? made.calculated.get(name)?.origins ?? made.metrics.get(name)?.origins ?? []),
      ]),
    );
  }

  #metric(made: MadeDataset): { metric: unknown; origins: Origins } {
    const column = this.#one([...made.columns.keys(), ...made.calculated.keys()]);
    const kind = this.#next(3);
    if (kind === 0) {
      const metric = this.#one([...made.metrics.keys()]);
      return { metric, origins: this.#originsOf(made, metric) };
    }
    const origins = this.#originsOf(made, column);
    const aggregate = this.#one(FUNCTIONS);
    const label = `${column} ${this.#next(1000)}`;
    if (kind === 1)
      return { metric: { expressionType: "SIMPLE", aggregate, column: { column_name: column }, label }, origins };
    const sqlExpression = `${aggregate}(${quoted(column)}) + 0 * length('${this.#one(COLUMNS)}')`;
    return { metric: { expressionType: "SQL", sqlExpression, label }, origins };
  }

  #filter(made: MadeDataset): { filter: object; origins: Origins } {
    const column = this.#one([...made.columns.keys(), ...made.calculated.keys()]);
    const origins = this.#originsOf(made, column);
    const comparator = this.#one(COLUMNS);
    if (this.#next(2))
      return {
        filter: { expressionType: "SIMPLE", clause: "WHERE", subject: column, operator: "==", comparator },
        origins,
      };
    const sqlExpression = `${quoted(column)} <> '${comparator}' OR ${quoted(column)} IS NULL`;
    return { filter: { expressionType: "SQL", clause: "WHERE", sqlExpression }, origins };
  }

  #chart(id: number): void {
    const made = this.#one(this.#datasets);
    const columns = this.#some([...made.columns.keys(), ...made.calculated.keys()], 3);
    const [first, second] = [this.#metric(made), this.#metric(made)];
    const { filter, origins } = this.#filter(made);
    const used = [made.whole, origins, this.#originsOf(made, ...columns), first.origins];
    const { form, isOfTwo = false } = this.#form(columns, first.metric, second.metric);
    this.#note(`chart:${id}`, ...used, ...(isOfTwo ? [second.origins] : []));
    this.#rows.charts.push({
      ...AUDIT,
      id,
      uuid: randomUUID(),
      slice_name: `Chart ${id} of ${this.#one(COLUMNS)}`,
      viz_type: form.viz_type,
      datasource_id: made.id,
      datasource_type: "table",
      params: JSON.stringify({ ...form, adhoc_filters: [filter], row_limit: 100, color_scheme: this.#one(COLUMNS) }),
      ...(form.viz_type === "own_plugin"
        ? { query_context: this.#context(made.id, { columns, metric: first.metric, filter }) }
        : { query_context: null }),
    });
  }

  #context(id: number, { columns, metric, filter }: { columns: string[]; metric: unknown; filter: object }): string {
    const { subject, operator, comparator, sqlExpression } = filter as Record<string, string>;
    const filters = subject ? [{ col: subject, op: operator, val: comparator }] : [];
    const extras = sqlExpression ? { where: sqlExpression } : {};
    return JSON.stringify({
      datasource: { id, type: "table" },
      queries: [{ columns, metrics: [metric], filters, extras }],
    });
  }

  #form(
    columns: string[],
    metric: unknown,
    second: unknown,
  ): { form: Record<string, unknown> & { viz_type: string }; isOfTwo?: boolean } {
    switch (this.#next(7)) {
      case 0:
        return { form: { viz_type: "pie", groupby: columns, metric } };
      case 1:
        return {
          form: { viz_type: "table", query_mode: "aggregate", groupby: columns, metrics: [metric, second] },
          isOfTwo: true,
        };
      case 2: {
        const [x_axis, ...groupby] = columns;
        return {
          form: { viz_type: "echarts_timeseries_line", x_axis, groupby, metrics: [metric, second] },
          isOfTwo: true,
        };
      }
      case 3: {
        const [row, ...others] = columns;
        return {
          form: {
            viz_type: "pivot_table_v2",
            groupbyRows: [row],
            groupbyColumns: others,
            metrics: [metric],
            series_limit_metric: second,
            series_limit: 5,
          },
          isOfTwo: true,
        };
      }
      case 4:
        return { form: { viz_type: "treemap_v2", groupby: columns, metric } };
      case 5:
        return { form: { viz_type: "own_plugin", groupby: ["note"], metric: "count" } };
      default:
        return {
          form: {
            viz_type: "echarts_timeseries_bar",
            x_axis: columns[0],
            groupby: columns.slice(1),
            metrics: [metric],
          },
        };
    }
  }

  #dashboard(id: number): void {
    const made = this.#one(this.#datasets);
    const column = this.#one([...made.columns.keys()]);
    const sortMetric = this.#one([...made.metrics.keys()]);
    const filter = {
      id: `NATIVE_FILTER-${id}`,
      name: `Filter of ${column}`,
      filterType: "filter_select",
      targets: [{ datasetId: made.id, column: { name: column } }],
      controlValues: { sortMetric },
    };
    const charts = this.#some(this.#rows.charts as { id: number }[], 12);
    const uses = [made.whole, this.#originsOf(made, column, sortMetric)];
    this.#note(`filter:${id}`, ...uses);
    this.#note(`dashboard:${id}`, ...uses);
    this.#rows.dashboards.push({
      ...AUDIT,
      id,
      uuid: randomUUID(),
      dashboard_title: `Dashboard ${id}`,
      json_metadata: JSON.stringify({ native_filter_configuration: [filter], label_colors: { note: "#000000" } }),
    });
    for (const chart of charts) {
      this.#rows.dashboard_charts.push({ dashboard_id: id, chart_id: chart.id });
      this.#inherit(`dashboard:${id}`, `chart:${chart.id}`);
    }
    if (this.#next(5) === 0) this.#report(id, this.#physical());
  }

  #inherit(dependent: string, from: string): void {
    for (const dependents of this.#dependents.values()) if (dependents.has(from)) dependents.add(dependent);
  }

  #report(id: number, made: MadeDataset): void {
    const [value, condition] = [this.#one(COLUMNS), this.#one(COLUMNS)];
    const of = (name: string) => made.columns.get(name) ?? new Set<string>();
    this.#note(`report:${id}`, of(value), of(condition));
    this.#inherit(`report:${id}`, `dashboard:${id}`);
    this.#rows.reports.push({
      ...AUDIT,
      id,
      uuid: randomUUID(),
      type: "Alert",
      name: `Alert ${id}`,
      active: true,
      crontab: "0 0 * * *",
      timezone: "UTC",
      creation_method: "alerts_reports",
      dashboard_id: id,
      database_id: this.#size.databaseId,
      sql: `SELECT max(${quoted(value)}) FROM ${made.table} WHERE ${quoted(condition)} <> '${this.#one(COLUMNS)}'`,
      log_retention: 90,
      grace_period: 0,
      working_timeout: 60,
      report_format: "PNG",
      force_screenshot: false,
    });
  }
}
