import { type LucideIcon, Plus } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useNavigate } from "react-router";
import { t } from "../../i18n/translate.ts";
import { Menu, type MenuItem, type MenuOptions } from "../../ui/Menu.tsx";
import { useUploadClosed } from "../upload/index.ts";
import { newThings, UPLOAD } from "./new-things.ts";

export function useNewMenu(): Pick<MenuOptions, "items" | "onOpenChange"> | undefined {
  const navigate = useNavigate();
  const [isRequested, setRequested] = useState(false);
  const isClosed = useUploadClosed(isRequested);
  const items = newThings().map(({ key, label, icon: Icon, to, run }): MenuItem => {
    const item = { key, label, icon: <Icon size={16} />, onSelect: () => (to ? void navigate(to) : run?.()) };
    return key === UPLOAD && isClosed ? { ...item, disabled: true, hint: NO_UPLOADS } : item;
  });
  return items.length > 0 ? { items, onOpenChange: (isOpen) => isOpen && setRequested(true) } : undefined;
}

const NO_UPLOADS = t("No database allows uploads yet. An administrator can allow them.");

export function NewMenu({ children }: { children(button: { icon: LucideIcon; label: string }): ReactElement }) {
  const menu = useNewMenu();
  if (!menu) return null;
  return (
    <Menu {...menu} placement="topLeft">
      {children({ icon: Plus, label: t("New") })}
    </Menu>
  );
}
