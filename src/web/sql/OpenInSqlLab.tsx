import { SquareTerminal } from "lucide-react";
import { useNavigate } from "react-router";
import { IconButton } from "../../ui/IconButton.tsx";
import { toast } from "../toasts/toasts.ts";
import { mayUseSqlLab, openSqlLabApart, type RequestedQuery, requestOf, SQL_LAB_PATH } from "./sql-lab.ts";

/** Opens SQL in a tab of SQL Lab, for those who may go there. */
export function OpenInSqlLab({ query }: { query: RequestedQuery }) {
  return mayUseSqlLab() ? <OpenButton query={query} /> : null;
}

function OpenButton({ query }: { query: RequestedQuery }) {
  const navigate = useNavigate();
  return (
    <IconButton
      label="Open in SQL Lab"
      icon={<SquareTerminal size={16} />}
      onClick={({ ctrlKey, metaKey }) => {
        if (ctrlKey || metaKey) openSqlLabApart(query).catch((error) => toast.error(error));
        else void navigate(SQL_LAB_PATH, requestOf(query));
      }}
    />
  );
}
