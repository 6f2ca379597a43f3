import { Button } from "antd";
import { Plus } from "lucide-react";
import { useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { useEditing } from "../grid/edit-context.ts";
import { useDashboardPage } from "../state/context.ts";
import styles from "./NoFilters.module.css";

const ViewFilters = lazyComponent(async () => (await import("../edit/ViewFilters.tsx")).ViewFilters);

/** Stays mounted while the first filter is saved, so that the dialog keeps it if saving fails. */
export function NoFilters({ isShown }: { isShown: boolean }) {
  const { canEdit } = useDashboardPage();
  const isInEditor = useEditing() !== null;
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {isShown ? (
        <div className={styles.empty}>
          <p>{t("This dashboard has no filters.")}</p>
          {canEdit && !isInEditor ? (
            <Button size="small" icon={<Plus size={14} />} onClick={() => setAdding(true)}>
              {t("Add filter")}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isAdding ? <ViewFilters added onClose={() => setAdding(false)} /> : null}
    </>
  );
}
