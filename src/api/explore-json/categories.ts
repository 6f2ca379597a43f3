import { COUNTRIES } from "../../chart-kit/map/countries.ts";
import { t } from "../../i18n/translate.ts";
import {
  assertCellCount,
  byMetric,
  columnsOf,
  formError,
  type LegacyType,
  labelOfMetric,
  labelsOf,
  listOf,
  metricsOf,
  numberOf,
} from "./legacy-type.ts";

export const bubble: LegacyType = {
  query: (form) => {
    const metrics = metricsOf(form.size, form.x, form.y);
    if (!form.x || !form.y || !form.size) throw formError(t("Pick a metric for x, y and size"));
    if (metrics.length < 3) throw formError(t("Please use 3 different metric labels"));
    const limit = Number(form.limit) || 0;
    return {
      columns: columnsOf(form.entity).concat(columnsOf(form.series)),
      metrics,
      orderby: [],
      ...(limit > 0 ? { row_limit: limit } : {}),
    };
  },
  shape: (rows, form) => {
    const [x = "", y = "", size = ""] = [form.x, form.y, form.size].map(labelOfMetric);
    const [series = labelsOf(columnsOf(form.entity))[0] ?? ""] = labelsOf(columnsOf(form.series));
    const points = rows.map((row) => ({
      ...row,
      x: row[x] ?? null,
      y: row[y] ?? null,
      size: row[size] ?? null,
      shape: "circle",
      group: row[series] ?? null,
    }));
    return [...Map.groupBy(points, ({ group }) => group)].map(([key, values]) => ({ key, values }));
  },
};

export const bullet: LegacyType = {
  query: (form) => {
    const metrics = metricsOf(form.metric);
    if (metrics.length === 0) throw formError(t("Pick at least one metric"));
    return { columns: [], metrics, orderby: [] };
  },
  shape: (rows, form) => ({ measures: rows.map((row) => row[labelOfMetric(form.metric) ?? ""] ?? null) }),
};

export const chord: LegacyType = {
  query: (form) => {
    const [source, ...more] = columnsOf(form.groupby);
    const [target] = columnsOf(form.columns);
    const metrics = metricsOf(form.metric);
    if (source === undefined || more.length > 0 || target === undefined || metrics.length === 0) {
      throw formError(t("Pick a source, a target and a metric"));
    }
    return { columns: [source, target], metrics, orderby: form.sort_by_metric ? byMetric(form, metrics, false) : [] };
  },
  shape: (rows, form) => {
    const [source = "", target = ""] = labelsOf([...columnsOf(form.groupby), ...columnsOf(form.columns)]);
    const metric = labelOfMetric(form.metric) ?? "";
    const nodes = [...new Set(rows.flatMap((row) => [row[source] ?? null, row[target] ?? null]))];
    const place = new Map(nodes.map((node, i) => [node, i]));
    assertCellCount(nodes.length ** 2);
    const matrix = nodes.map(() => nodes.map(() => 0));
    for (const row of rows) {
      const to = matrix[place.get(row[target] ?? null) ?? 0];
      if (to) to[place.get(row[source] ?? null) ?? 0] = numberOf(row[metric]) ?? 0;
    }
    return { nodes, matrix };
  },
};

export const para: LegacyType = {
  query: (form) => {
    const metrics = metricsOf(form.metrics, form.secondary_metric);
    if (metrics.length === 0) throw formError(t("Pick at least one metric"));
    return { columns: columnsOf(form.series), metrics, orderby: [] };
  },
  shape: (rows) => rows,
};

export const eventFlow: LegacyType = {
  query: (form) => {
    const entity = columnsOf(form.entity);
    const columns = [...entity, ...columnsOf(form.all_columns_x), ...columnsOf(form.all_columns)];
    if (columns.length === 0) throw formError(t("Pick an entity and an event name"));
    const orderby = form.order_by_entity ? entity.map((column): [typeof column, boolean] => [column, true]) : [];
    return { columns: [...new Set(columns)], is_timeseries: true, orderby };
  },
  shape: (rows) => rows,
};

export const countryMap: LegacyType = {
  query: (form) => {
    const metrics = metricsOf(form.metric);
    if (!form.entity || metrics.length === 0) throw formError(t("Pick a column of region codes and a metric"));
    return { columns: columnsOf(form.entity), metrics, orderby: [] };
  },
  shape: (rows, form) => {
    const [entity = ""] = labelsOf(columnsOf(form.entity));
    const metric = labelOfMetric(form.metric) ?? "";
    return rows.map((row) => ({ country_id: row[entity] ?? null, metric: row[metric] ?? null }));
  },
};

const UNKNOWN = "XXX";

export const worldMap: LegacyType = {
  query: (form) => {
    const metrics = metricsOf(form.metric, form.secondary_metric);
    if (!form.entity || metrics.length === 0) throw formError(t("Pick a country column and a metric"));
    return {
      columns: columnsOf(form.entity),
      metrics,
      orderby: form.sort_by_metric ? byMetric(form, metrics, false) : [],
    };
  },
  shape: (rows, form) => {
    const [entity = ""] = labelsOf(columnsOf(form.entity));
    const metric = labelOfMetric(form.metric) ?? "";
    const [secondary] = listOf(form.secondary_metric).map(labelOfMetric);
    return rows.map((row) => {
      const values = { m1: row[metric] ?? null, ...(secondary ? { m2: row[secondary] ?? null } : {}) };
      const country = findCountry(String(form.country_fieldtype ?? "cca2"), row[entity]);
      if (!country) return { country: UNKNOWN, ...values };
      const { cca3, latitude, longitude, name } = country;
      return { country: cca3, ...values, code: row[entity], latitude, longitude, name };
    });
  },
};

interface Country {
  cca3: string;
  name: string;
  latitude: number;
  longitude: number;
}

let indexes: Record<string, Map<string, Country>> | undefined;

function findCountry(by: string, value: unknown): Country | undefined {
  indexes ??= indexed();
  const index = Object.hasOwn(indexes, by) ? indexes[by] : undefined;
  return typeof value === "string" ? index?.get(value.trim().toLowerCase()) : undefined;
}

function indexed(): Record<string, Map<string, Country>> {
  const indexes: Record<"cca2" | "cca3" | "cioc" | "name", Map<string, Country>> = {
    cca2: new Map(),
    cca3: new Map(),
    cioc: new Map(),
    name: new Map(),
  };
  for (const line of COUNTRIES.trim().split("\n")) {
    const [cca2 = "", cca3 = "", cioc = "", name = "", official = "", place = ""] = line.split("|");
    const [latitude = 0, longitude = 0] = place.split(" ").map(Number);
    const country = { cca3, name, latitude, longitude };
    indexes.cca2.set(cca2.toLowerCase(), country);
    indexes.cca3.set(cca3.toLowerCase(), country);
    if (cioc) indexes.cioc.set(cioc.toLowerCase(), country);
    if (official) indexes.name.set(official.toLowerCase(), country);
    indexes.name.set(name.toLowerCase(), country);
  }
  return indexes;
}
