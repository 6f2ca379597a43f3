import { SquareTerminal } from "lucide-react";
import { useNavigate } from "react-router";
import { IconButton } from "../../ui/IconButton.tsx";
import { mayUseSqlLab, type RequestedQuery, requestOf, SQL_LAB_PATH } from "./sql-lab.ts";

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
      onClick={() => void navigate(SQL_LAB_PATH, requestOf(query))}
    />
  );
}
