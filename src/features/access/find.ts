import * as chart from "../../api/chart/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import * as database from "../../api/database/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import type { ObjectType } from "../../api/rights/contract.ts";
import { roles } from "../../api/security/roles-contract.ts";
import { call } from "../../web/client/client.ts";
import type { Choice } from "../../web/client/use-found-choices.ts";
import { choicesFrom } from "../../web/list-view/choices.ts";
import type { Subject } from "./access.ts";

const PAGE_SIZE = 50;

type Find = (text: string, signal: AbortSignal) => Promise<Choice[]>;

const matching = (col: string, opr: string, text: string) => ({
  filters: text ? [{ col, opr, value: text }] : [],
  page_size: PAGE_SIZE,
});

export const OBJECT_FINDERS: Readonly<Record<ObjectType, Find>> = {
  dashboard: async (text, signal) => {
    const q = { ...matching("dashboard_title", "title_or_slug", text), columns: ["id", "dashboard_title"] };
    const { result } = await call(dashboard.list, { q }, { signal });
    return result.map(({ id, dashboard_title }) => ({ value: id, label: dashboard_title }));
  },
  chart: async (text, signal) => {
    const q = { ...matching("slice_name", "ct", text), columns: ["id", "slice_name"] };
    const { result } = await call(chart.list, { q }, { signal });
    return result.map(({ id, slice_name }) => ({ value: id, label: slice_name }));
  },
  dataset: async (text, signal) => {
    const q = { ...matching("table_name", "ct", text), columns: ["id", "table_name"] };
    const { result } = await call(dataset.list, { q }, { signal });
    return result.map(({ id, table_name }) => ({ value: id, label: table_name }));
  },
  database: async (text, signal) => {
    const q = { ...matching("database_name", "ct", text), columns: ["id", "database_name"] };
    const { result } = await call(database.list, { q }, { signal });
    return result.map(({ id, database_name }) => ({ value: id, label: database_name }));
  },
};

export const SUBJECT_FINDERS: Readonly<Record<Subject["kind"], Find>> = {
  user: async (text, signal) => {
    const people = await choicesFrom(dashboard.related, "owners")(text, signal);
    return people.map((person) => ({ value: Number(person.value), label: person.text }));
  },
  role: async (text, signal) => {
    const { result } = await call(roles.search, { q: matching("name", "ct", text) }, { signal });
    return result.map(({ id, name }) => ({ value: id, label: name }));
  },
};
