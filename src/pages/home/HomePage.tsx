import { Button } from "antd";
import { ChevronDown, Plus } from "lucide-react";
import { Menu } from "../../ui/Menu.tsx";
import { PageHeader } from "../../web/PageHeader.tsx";
import { useNewItems } from "../../web/shell/NewMenu.tsx";
import { Collections } from "./Collections.tsx";
import { Favorites } from "./Favorites.tsx";
import styles from "./HomePage.module.css";
import { QuickActions } from "./QuickActions.tsx";
import { Recents } from "./Recents.tsx";

/** Where one left off, what one can start, and what is one's own. Each section loads and fails by itself. */
export function HomePage() {
  const items = useNewItems();
  return (
    <>
      <PageHeader
        title="Home"
        actions={
          items.length > 0 ? (
            <Menu items={items} placement="bottomRight">
              <Button type="primary" icon={<Plus size={16} />}>
                New
                <ChevronDown size={14} />
              </Button>
            </Menu>
          ) : undefined
        }
      />
      <div className={styles.page}>
        <Recents />
        <QuickActions />
        <div className={styles.columns}>
          <Collections />
          <Favorites />
        </div>
      </div>
    </>
  );
}
