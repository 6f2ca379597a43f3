import { useCallback } from "react";
import { useNavigate } from "react-router";
import { ObjectListPage } from "../../features/object-list/ObjectListPage.tsx";
import { SAVED_QUERIES } from "./saved-query-list.tsx";

/** The queries that one has saved in SQL Lab. */
export function SavedQueriesPage() {
  const navigate = useNavigate();
  const handleNew = useCallback(() => void navigate("/sqllab/?new=true"), [navigate]);
  return <ObjectListPage kind={SAVED_QUERIES} onNew={handleNew} />;
}
