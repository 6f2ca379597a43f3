import { SquareTerminal } from "lucide-react";
import { useNavigate } from "react-router";
import { t } from "../../i18n/translate.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { toast } from "../toasts/toasts.ts";
import { canUseSqlLab, openSqlLabInNewTab, type RequestedQuery, requestOf, SQL_LAB_PATH } from "./sql-lab.ts";

export function OpenInSqlLab({ query }: { query: RequestedQuery }) {
  return canUseSqlLab() ? <OpenButton query={query} /> : null;
}

function OpenButton({ query }: { query: RequestedQuery }) {
  const navigate = useNavigate();
  return (
    <IconButton
      label={t("Open in SQL Lab")}
      icon={<SquareTerminal size={16} />}
      onClick={({ ctrlKey, metaKey }) => {
        if (ctrlKey || metaKey) openSqlLabInNewTab(query).catch((error) => toast.error(error));
        else void navigate(SQL_LAB_PATH, requestOf(query));
      }}
    />
  );
}
