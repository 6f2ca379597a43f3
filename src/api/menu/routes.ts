import { msg, t } from "../../i18n/translate.ts";
import { type Resource, route, SIGNED_IN } from "../../server/http/route.ts";
import { show } from "./contract.ts";

const ITEMS = [
  { name: "Home", label: msg("Home"), icon: "fa-home", url: "/superset/welcome/" },
  { name: "Dashboards", label: msg("Dashboards"), icon: "fa-dashboard", url: "/dashboard/list/" },
  { name: "Charts", label: msg("Charts"), icon: "fa-bar-chart", url: "/chart/list/" },
  { name: "Datasets", label: msg("Datasets"), icon: "fa-table", url: "/tablemodelview/list/" },
] as const;

export const menu: Resource = {
  name: "menu",
  routes: [
    route(show, SIGNED_IN, ({ user }) => ({
      result: ITEMS.filter((item) => user.can("menu_access", item.name)).map((item) => ({
        ...item,
        label: t(item.label),
      })),
    })),
  ],
};
