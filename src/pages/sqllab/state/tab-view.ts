import { useUser } from "../../../web/session/session.ts";
import { readStored, useStored, writeStored } from "../../../web/session/storage.ts";
import { useTab } from "./lab-context.ts";
import type { EditorTab } from "./tab.ts";

/** How a tab looked when it was left: the server does not keep this, the browser does. */
export interface TabView {
  /** In the text, from 0. */
  cursor?: number;
  /** Of the editor, px. */
  editorHeight?: number;
  /** Schemas and tables that were opened or closed in the schema, by their ids there. */
  expanded?: Readonly<Record<string, boolean>>;
  /** Database and catalog that `expanded` is about. */
  expandedIn?: string;
}

type Views = Readonly<Record<string, TabView>>;
type TabName = Pick<EditorTab, "id" | "key">;

const NO_VIEWS: Views = {};
const NO_VIEW: TabView = {};
/** Those that were not changed for the longest are forgotten. */
const MOST = 100;

const viewsKey = (userId: number) => `sqllab.${userId}.views`;
const placeOf = ({ id, key }: TabName) => (id === null ? key : String(id));
const viewIn = (views: Views, tab: TabName): TabView => views[placeOf(tab)] ?? views[tab.key] ?? NO_VIEW;

function changeView(userId: number, tab: TabName, changes: TabView): void {
  const key = viewsKey(userId);
  const views = readStored(key, NO_VIEWS);
  const place = placeOf(tab);
  const others = Object.entries(views).filter(([name]) => name !== place && name !== tab.key);
  const changed: [string, TabView] = [place, { ...viewIn(views, tab), ...changes }];
  writeStored(key, Object.fromEntries([...others, changed].slice(-MOST)));
}

/** The look of the tab in front, and how to change it. */
export function useTabView(): [TabView, (changes: TabView) => void] {
  const { userId } = useUser();
  const tab = useTab();
  const [views] = useStored(viewsKey(userId), NO_VIEWS);
  return [viewIn(views, tab), (changes) => changeView(userId, tab, changes)];
}
