import { Button } from "antd";
import { LayoutDashboard, Plus } from "lucide-react";
import { useNavigate } from "react-router";
import { t } from "../../i18n/translate.ts";
import { Message } from "../../ui/Message.tsx";
import styles from "./Dashboard.module.css";
import { useDashboardPage } from "./state/context.ts";
import { withParams } from "./state/url.ts";
import { useScreen } from "./use-screen.ts";

const EDIT_HINT = t("Add charts, text and headings.");
const PHONE_HINT = t("To add charts, use a window at least 768 px wide.");

export function EmptyDashboard() {
  const { canEdit } = useDashboardPage();
  const isPhone = useScreen() === "phone";
  const navigate = useNavigate();
  const edit = (open?: string) =>
    void navigate({ search: withParams(window.location.search, { edit: "true" }) }, { state: { open } });
  return (
    <div className={styles.empty}>
      <Message
        icon={<LayoutDashboard size={20} />}
        title={t("This dashboard is empty")}
        text={canEdit ? (isPhone ? PHONE_HINT : EDIT_HINT) : t("Its owners haven't added any charts yet.")}
        actions={
          canEdit && !isPhone ? (
            <>
              <Button type="primary" icon={<Plus size={14} />} onClick={() => edit()}>
                {t("Add charts")}
              </Button>
              <Button onClick={() => edit("propose")}>{t("Suggest a layout")}</Button>
            </>
          ) : undefined
        }
      />
    </div>
  );
}
