import { useUser } from "../../../web/session/session.ts";
import { readStored, useStored, writeStored } from "../../../web/session/storage.ts";
import { useTab } from "./lab-context.ts";
import type { EditorTab } from "./tab.ts";

export interface TabView {
  cursor?: number;
  editorHeight?: number;
  expanded?: Readonly<Record<string, boolean>>;
  expandedIn?: string;
}

type Views = Readonly<Record<string, TabView>>;
type TabName = Pick<EditorTab, "id" | "key">;

const NO_VIEWS: Views = {};
const NO_VIEW: TabView = {};
const MAX_VIEWS = 100;

const viewsKey = (userId: number) => `sqllab.${userId}.views`;
const placeOf = ({ id, key }: TabName) => (id === null ? key : String(id));
const viewIn = (views: Views, tab: TabName): TabView => views[placeOf(tab)] ?? views[tab.key] ?? NO_VIEW;

function changeView(userId: number, tab: TabName, changes: TabView): void {
  const key = viewsKey(userId);
  const views = readStored(key, NO_VIEWS);
  const place = placeOf(tab);
  const others = Object.entries(views).filter(([name]) => name !== place && name !== tab.key);
  const changed: [string, TabView] = [place, { ...viewIn(views, tab), ...changes }];
  writeStored(key, Object.fromEntries([...others, changed].slice(-MAX_VIEWS)));
}

export function useTabView(): [TabView, (changes: TabView) => void] {
  const { userId } = useUser();
  const tab = useTab();
  const [views] = useStored(viewsKey(userId), NO_VIEWS);
  return [viewIn(views, tab), (changes) => changeView(userId, tab, changes)];
}
