import { NUMBERS, type World, type WorldDashboard, type WorldDataset, type WorldUser } from "./rights-world.ts";

/**
 * A model of the permission rules, written from the API documentation. Shares no code with the server, whose responses
 * are compared with it.
 */

const BUILT_IN: Readonly<Record<string, readonly string[]>> = {
  Admin: ["can_read *", "can_write *", "can_export *", "all_datasource_access", "all_database_access"],
  Alpha: [
    "can_read *",
    "can_write Chart",
    "can_write Dashboard",
    "can_write Dataset",
    "can_export Chart",
    "can_export Dashboard",
    "can_export Dataset",
    "all_datasource_access",
    "all_database_access",
  ],
  Gamma: ["can_read *", "can_write Chart", "can_write Dashboard", "can_export Chart", "can_export Dashboard"],
  sql_lab: ["can_read Database"],
};

export interface AccessRequest {
  board: WorldDashboard;
  datasetId: number;
  chartId?: number;
  filterId?: string;
}

export class RightsModel {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  readonly holds = (user: WorldUser, permission: string, view: string): boolean => {
    return user.roles.some((role) => {
      const built = BUILT_IN[role.name] ?? [];
      const all = [`${permission} ${view}`, `${permission} *`, ...(permission === view ? [permission] : [])];
      return role.pairs.has(`${permission} ${view}`) || all.some((pair) => built.includes(pair));
    });
  };
  readonly isAdmin = (user: WorldUser) => user.roles.some((role) => role.name === "Admin");
  readonly readsAll = (user: WorldUser) =>
    this.isAdmin(user) ||
    this.holds(user, "all_datasource_access", "all_datasource_access") ||
    this.holds(user, "all_database_access", "all_database_access");

  readonly readsPlace = (
    user: WorldUser,
    databaseId: number,
    catalog: string | null,
    schema: string | null,
  ): boolean => {
    const name = this.#world.databases.find((one) => one.id === databaseId)?.name;
    if (this.readsAll(user) || this.holds(user, "database_access", `[${name}].(id:${databaseId})`)) return true;
    if (catalog && this.holds(user, "catalog_access", `[${name}].[${catalog}]`)) return true;
    if (!schema) return false;
    return this.holds(user, "schema_access", catalog ? `[${name}].[${catalog}].[${schema}]` : `[${name}].[${schema}]`);
  };

  readonly readsDataset = (user: WorldUser, dataset: WorldDataset): boolean => {
    const name = this.#world.databases.find((one) => one.id === dataset.databaseId)?.name;
    return (
      this.readsPlace(user, dataset.databaseId, dataset.catalog, dataset.schema) ||
      this.holds(user, "datasource_access", `[${name}].[${dataset.name}](id:${dataset.id})`) ||
      dataset.owners.includes(user.id)
    );
  };
  readonly datasetOf = (id: number | null) => this.#world.datasets.find((one) => one.id === id);
  readonly seesChart = (user: WorldUser, chart: World["charts"][number]) => {
    const dataset = this.datasetOf(chart.datasetId);
    return (
      this.isAdmin(user) ||
      chart.owners.includes(user.id) ||
      (dataset ? this.readsDataset(user, dataset) : this.readsAll(user))
    );
  };
  readonly seesDatabase = (user: WorldUser, { id, name }: { id: number; name: string }) =>
    this.readsPlace(user, id, null, null) ||
    user.roles.some((role) =>
      [...role.pairs].some(
        (pair) =>
          /^(catalog|schema|datasource)_access /.test(pair) &&
          pair.split(" ").slice(1).join(" ").startsWith(`[${name}].`),
      ),
    );

  readonly chartsOf = (board: WorldDashboard) => this.#world.charts.filter((chart) => board.charts.includes(chart.id));
  readonly sharesRole = (user: WorldUser, board: WorldDashboard) =>
    board.isPublished && user.roles.some((role) => board.roles.includes(role.id));
  readonly showsReadable = (user: WorldUser, board: WorldDashboard) =>
    this.chartsOf(board).some((chart) => {
      const dataset = this.datasetOf(chart.datasetId);
      return dataset ? this.readsDataset(user, dataset) : this.readsAll(user);
    });
  readonly lists = (user: WorldUser, board: WorldDashboard): boolean => {
    if (this.isAdmin(user) || board.owners.includes(user.id)) return true;
    return board.roles.length > 0 ? this.sharesRole(user, board) : board.isPublished && this.showsReadable(user, board);
  };
  readonly opens = (user: WorldUser, board: WorldDashboard): boolean => {
    if (this.isAdmin(user) || board.owners.includes(user.id)) return true;
    if (board.roles.length > 0) return this.sharesRole(user, board);
    return board.charts.length === 0 || this.showsReadable(user, board);
  };
  readonly exportsBoard = (user: WorldUser, board: WorldDashboard): boolean => {
    const ids = [...this.chartsOf(board), ...board.filters].map(({ datasetId }) => this.datasetOf(datasetId));
    return this.opens(user, board) && ids.every((dataset) => !dataset || this.readsDataset(user, dataset));
  };
  readonly owns = (user: WorldUser, object: { owners: number[] }) =>
    this.isAdmin(user) || object.owners.includes(user.id);
  readonly ruleApplies = (user: WorldUser, rule: World["rules"][number], datasetId: number) =>
    rule.datasets.includes(datasetId) && user.roles.some((role) => rule.roles.includes(role.id)) !== rule.isBase;

  readonly numbersLeft = (user: WorldUser, datasetId: number, authors: readonly WorldUser[] = []) =>
    NUMBERS -
    this.#world.rules.filter((rule) => [user, ...authors].some((one) => this.ruleApplies(one, rule, datasetId))).length;
  readonly authorsOf = (...objects: readonly { authors: number[] }[]) =>
    this.#world.users.filter((user) => objects.some((object) => object.authors.includes(user.id)));
  readonly canAllRead = (authors: readonly WorldUser[], datasetId: number) => {
    const dataset = this.datasetOf(datasetId);
    return dataset !== undefined && authors.every((author) => this.readsDataset(author, dataset));
  };

  readonly showsToOthers = (board: WorldDashboard, datasetId: number): boolean =>
    this.chartsOf(board).some(
      (chart) => chart.datasetId === datasetId && this.canAllRead(this.authorsOf(board, chart), datasetId),
    );

  readonly readsThrough = (
    isOpen: boolean,
    isLetIn: boolean,
    { board, datasetId, chartId, filterId }: AccessRequest,
  ): boolean => {
    if (!isOpen || !isLetIn) return false;
    if (filterId !== undefined)
      return (
        board.filters.some((one) => one.id === filterId && one.datasetId === datasetId) &&
        this.canAllRead(this.authorsOf(board), datasetId)
      );
    const chart = this.chartsOf(board).find((one) => one.id === chartId);
    return chart?.datasetId === datasetId && this.canAllRead(this.authorsOf(board, chart), datasetId);
  };
}
