import { useEffect } from "react";
import { useLab, useTab } from "../state/lab-context.ts";
import { wholeSql } from "../state/statements.ts";

/** Runs a tab that asks for it, once, when it comes to the front. */
export function useAutorun(): void {
  const lab = useLab();
  const { key, autorun, isLoaded, sql, dbId } = useTab();
  useEffect(() => {
    if (!autorun || !isLoaded || dbId === null) return;
    lab.edit(key, { autorun: false });
    void lab.run(key, { chosen: wholeSql(sql) });
  }, [lab, key, autorun, isLoaded, sql, dbId]);
}
