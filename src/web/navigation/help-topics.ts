/** Pages of the user guide, by the addresses of the pages that they explain. */
const TOPICS: readonly (readonly [path: RegExp, topic: string])[] = [
  [/^\/(databaseview|tablemodelview)\//, "connect"],
  [/^\/(explore|chart|gallery)\//, "explore"],
  [/^\/(superset\/dashboard|dashboard|embedded)\//, "dashboards"],
  [/^\/(sqllab|savedqueryview)\//, "sql-lab"],
  [/^\/(alert|report)\//, "alerts"],
  [/^\/(users|roles|list_groups|rowlevelsecurity)\//, "permissions"],
  [/^\/actionlog\//, "operate"],
];

/** Address of the guide's page that fits the page at the path. */
export function helpAddress(pathname: string): string {
  const topic = TOPICS.find(([path]) => path.test(pathname))?.[1];
  return topic === undefined ? "/help/" : `/help/${topic}/`;
}
