import { FileDrop } from "../../features/upload/FileDrop.tsx";
import { t } from "../../i18n/translate.ts";
import { PageHeader } from "../../web/components/PageHeader.tsx";
import { Collections } from "./Collections.tsx";
import { Favorites } from "./Favorites.tsx";
import { FirstRun } from "./FirstRun.tsx";
import styles from "./HomePage.module.css";
import { MostViewed } from "./MostViewed.tsx";
import { NeedsAttention } from "./NeedsAttention.tsx";
import { QuickActions } from "./QuickActions.tsx";
import { Recents } from "./Recents.tsx";

/** Each section loads and fails on its own, and is absent if the user has nothing for it. */
export function HomePage() {
  return (
    <>
      <PageHeader title={t("Home")} />
      <div className={styles.page}>
        <Recents />
        <QuickActions />
        <div className={styles.columns}>
          <Collections />
          <div className={styles.side}>
            <NeedsAttention />
            <FirstRun />
            <MostViewed />
            <Favorites />
          </div>
        </div>
      </div>
      <FileDrop />
    </>
  );
}
