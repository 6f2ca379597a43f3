import { Button } from "antd";
import { ChevronDown, Plus } from "lucide-react";
import { useNewMenu } from "../../features/new-menu/NewMenu.tsx";
import { FileDrop } from "../../features/upload/FileDrop.tsx";
import { t } from "../../i18n/translate.ts";
import { Menu } from "../../ui/Menu.tsx";
import { PageHeader } from "../../web/components/PageHeader.tsx";
import { Collections } from "./Collections.tsx";
import { Favorites } from "./Favorites.tsx";
import { FirstRun } from "./FirstRun.tsx";
import styles from "./HomePage.module.css";
import { NeedsAttention } from "./NeedsAttention.tsx";
import { QuickActions } from "./QuickActions.tsx";
import { Recents } from "./Recents.tsx";

/** Each section loads and fails on its own. */
export function HomePage() {
  const menu = useNewMenu();
  return (
    <>
      <PageHeader
        title={t("Home")}
        actions={
          menu ? (
            <Menu {...menu} placement="bottomRight">
              <Button type="primary" icon={<Plus size={16} />}>
                {t("New")}
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
          <div className={styles.side}>
            <FirstRun />
            <Favorites />
            <NeedsAttention />
          </div>
        </div>
      </div>
      <FileDrop />
    </>
  );
}
