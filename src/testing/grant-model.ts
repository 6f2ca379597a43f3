/**
 * A model of what dashboards grant to users without access to the data, written from docs/rights.md. Shares no code
 * with the server, whose responses are compared with it.
 */

interface Authored {
  created_by_fk: number | null;
  changed_by_fk: number | null;
  is_orphaned: boolean;
}
export interface GrantWorld {
  people: Person[];
  datasets: { id: number; name: string; schema: string; owners: number[] }[];
  charts: (Authored & { id: number; datasetId: number | null; layers: number[] | null })[];
  dashboards: (Authored & {
    id: number;
    published: boolean;
    /** Allowed domains; null if it can't be embedded. */
    key: string | null;
    roles: number[];
    owners: number[];
    charts: number[];
    filters: { id: string; datasetId: number }[];
    controls: { id: string; datasetId: number }[];
  })[];
}
interface Person {
  id: number;
  roles: { id: number; name: string; pairs: (readonly [string, string])[] }[];
}
/** `guest`: dashboards named in the token. */
export type Viewer = Person & { guest?: string[] };
export interface GrantRequest {
  viewer: Viewer;
  datasetId: number;
  form: Record<string, unknown>;
}
type Board = GrantWorld["dashboards"][number];
type Chart = GrantWorld["charts"][number];

const has = ({ roles }: Person, permission: string, view?: string) =>
  roles.some(({ pairs }) => pairs.some(([p, v]) => p === permission && (view === undefined || v === view)));

function reads(person: Person, { id, name, schema, owners }: GrantWorld["datasets"][number]): boolean {
  return (
    owners.includes(person.id) ||
    has(person, "all_datasource_access") ||
    has(person, "database_access") ||
    has(person, "schema_access", `[shop].[${schema}]`) ||
    has(person, "datasource_access", `[shop].[${name}](id:${id})`)
  );
}

function isLetIn(viewer: Viewer, board: Board): boolean {
  if (viewer.guest) return board.key !== null && viewer.guest.some((name) => [board.key, `${board.id}`].includes(name));
  if (board.roles.length === 0) return false;
  const isMember = board.published && viewer.roles.some(({ id }) => board.roles.includes(id));
  return isMember || board.owners.includes(viewer.id);
}

export function canRead(world: GrantWorld, { viewer, datasetId, form }: GrantRequest): boolean {
  const idOf = (value: unknown) =>
    typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
  const board = world.dashboards.find((one) => one.id === idOf(form.dashboardId));
  const dataset = world.datasets.find((one) => one.id === datasetId);
  if (!board || !dataset || !isLetIn(viewer, board)) return false;
  const backed = (...charts: Chart[]) =>
    [board, ...charts].every(
      (object) =>
        !object.is_orphaned &&
        world.people
          .filter(({ id }) => id === object.created_by_fk || id === object.changed_by_fk)
          .every((author) => reads(author, dataset)),
    );
  if (form.type === "NATIVE_FILTER") {
    const offered = [...board.filters, ...board.controls];
    return offered.some((one) => one.id === form.native_filter_id && one.datasetId === datasetId) && backed();
  }
  const shown = world.charts.filter((one) => board.charts.includes(one.id));
  const parent = shown.find((one) => one.id === idOf(form.parent_slice_id) && one.layers !== null);
  if (idOf(form.slice_id) > 0) {
    const chart = world.charts.find((one) => one.id === idOf(form.slice_id));
    if (chart?.datasetId !== datasetId) return false;
    if (shown.includes(chart)) return backed(chart);
    return parent?.layers?.includes(chart.id) === true && backed(parent, chart);
  }
  if (parent?.datasetId === datasetId) return backed(parent);
  const over = shown.filter((one) => one.datasetId === datasetId);
  if (!has(viewer, "can_drill", "Dashboard")) return false;
  if (form.slice_id === undefined) return over.some((chart) => backed(chart));
  const isGroupable =
    Array.isArray(form.groupby) && form.groupby.length > 0 && form.groupby.every((one) => one === "g");
  return isGroupable && over.some((one) => one.id === idOf(form.chart_id) && backed(one));
}
