const TOPICS: readonly (readonly [path: RegExp, topic: string])[] = [
  [/^\/(databaseview|tablemodelview)\//, "connect"],
  [/^\/(explore|chart|gallery)\//, "explore"],
  [/^\/(superset\/dashboard|dashboard|embedded)\//, "dashboards"],
  [/^\/(sqllab|savedqueryview)\//, "sql-lab"],
  [/^\/(alert|report)\//, "alerts"],
  [/^\/(users|roles|list_groups|rowlevelsecurity)\//, "permissions"],
  [/^\/(actionlog|connection-rules|public-links)\//, "operate"],
];

export function helpAddress(pathname: string): string {
  const topic = TOPICS.find(([path]) => path.test(pathname))?.[1];
  return topic === undefined ? "/help/" : `/help/${topic}/`;
}
