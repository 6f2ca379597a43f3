import { Button } from "antd";
import { LayoutDashboard, Plus } from "lucide-react";
import { useNavigate } from "react-router";
import { Message } from "../../ui/Message.tsx";
import styles from "./Dashboard.module.css";
import { useDashboardPage } from "./state/context.ts";
import { withParams } from "./state/url.ts";
import { useScreen } from "./use-screen.ts";

const BY_HAND = "Add charts from the library, or text and headings.";
const IN_A_WINDOW = "Charts are added in a window of 768 px or more.";

/** A dashboard without anything on it: the ways to fill it, for those who may. */
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
        title="This dashboard is empty"
        text={canEdit ? (isPhone ? IN_A_WINDOW : BY_HAND) : "Its owners have not added charts yet."}
        actions={
          canEdit && !isPhone ? (
            <>
              <Button type="primary" icon={<Plus size={14} />} onClick={() => edit()}>
                Add charts
              </Button>
              <Button onClick={() => edit("propose")}>Propose a layout</Button>
            </>
          ) : undefined
        }
      />
    </div>
  );
}
