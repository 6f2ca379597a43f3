import { ChartColumn, LayoutDashboard, Plus, Table2 } from "lucide-react";
import type { ReactElement } from "react";
import { useNavigate } from "react-router";
import { Menu, type MenuItem } from "../../ui/Menu.tsx";
import { can } from "../session.ts";
import type { RailButtonProps } from "./Rail.tsx";

/** What can be made, for those who may make it. */
export function useNewItems(): MenuItem[] {
  const navigate = useNavigate();
  const all = [
    { key: "chart", label: "Chart", icon: <ChartColumn size={16} />, view: "Chart", to: "/chart/add" },
    {
      key: "dashboard",
      label: "Dashboard",
      icon: <LayoutDashboard size={16} />,
      view: "Dashboard",
      to: "/dashboard/new/",
    },
    {
      key: "dataset",
      label: "Dataset",
      icon: <Table2 size={16} />,
      view: "Dataset",
      to: "/tablemodelview/list/?new=dataset",
    },
  ];
  return all
    .filter(({ view }) => can("can_write", view))
    .map(({ key, label, icon, to }) => ({ key, label, icon, onSelect: () => navigate(to) }));
}

export function NewMenu({ children }: { children(props: RailButtonProps): ReactElement }) {
  const items = useNewItems();
  if (items.length === 0) return null;
  return (
    <Menu items={items} placement="topLeft">
      {children({ icon: Plus, label: "New" })}
    </Menu>
  );
}
