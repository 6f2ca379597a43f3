import { Plus } from "lucide-react";
import type { ReactElement } from "react";
import { useNavigate } from "react-router";
import { Menu, type MenuItem } from "../../ui/Menu.tsx";
import { newThings } from "./new-things.ts";
import type { RailButtonProps } from "./Rail.tsx";

/** What can be made, for those who may make it. */
export function useNewItems(): MenuItem[] {
  const navigate = useNavigate();
  return newThings().map(({ key, label, icon: Icon, to }) => ({
    key,
    label,
    icon: <Icon size={16} />,
    onSelect: () => navigate(to),
  }));
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
