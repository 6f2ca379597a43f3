import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { QueryRow } from "../../api/query/contract.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { QueryPreview } from "./QueryPreview.tsx";
import { queryList } from "./query-list.tsx";

/** What ran in SQL Lab, the latest first. */
export function QueryHistoryPage() {
  const [shown, setShown] = useState<QueryRow>();
  const [page, setPage] = useState<readonly QueryRow[]>([]);
  const navigate = useNavigate();
  const definition = useMemo(() => {
    const { load, ...rest } = queryList({
      onPreview: setShown,
      onOpen: ({ id }) => void navigate(`/sqllab/?queryId=${id}`),
    });
    const remembered: typeof load = async (query, signal) => {
      const answer = await load(query, signal);
      setPage(answer.result);
      return answer;
    };
    return { ...rest, load: remembered };
  }, [navigate]);
  return (
    <ListView definition={definition}>
      {shown ? <QueryPreview query={shown} among={page} onShow={setShown} onClose={() => setShown(undefined)} /> : null}
    </ListView>
  );
}
