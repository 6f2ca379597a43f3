import { Button, Input, Modal, Radio } from "antd";
import { Search } from "lucide-react";
import { useState } from "react";
import { list } from "../../../api/dataset/contract.ts";
import { open as openExplore } from "../../../api/explore/contract.ts";
import { call } from "../../../web/client.ts";
import { useDebounced } from "../../../web/clock.ts";
import { toast } from "../../../web/toasts.ts";
import { useBench } from "../workbench/store-context.ts";
import { useFetched } from "../workbench/use-fetched.ts";
import styles from "./dataset-panel.module.css";

const PAGE_SIZE = 25;

/** Moves the chart to another dataset, with the choices that exist there or from the start. */
export function SwapDialog({ onClose, onSwapped }: { onClose(): void; onSwapped?(): void }) {
  const { store } = useBench();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<number>();
  const [mode, setMode] = useState<"keep" | "clear">("keep");
  const [isBusy, setIsBusy] = useState(false);
  const current = store.getState().dataset.id;
  const { data, error, isLoading } = useDatasets(text);
  const swap = async () => {
    if (chosen === undefined) return;
    setIsBusy(true);
    try {
      const query = { datasource_id: chosen, datasource_type: "table" };
      const { result } = await call(openExplore, { query });
      const swapped = store.getState().swap(result.dataset, mode);
      announce(swapped?.lost ?? []);
      onSwapped?.();
      onClose();
    } catch (cause) {
      toast.error(cause);
      setIsBusy(false);
    }
  };
  const footer = [
    <Button key="cancel" onClick={onClose}>
      Cancel
    </Button>,
    <Button key="swap" type="primary" disabled={chosen === undefined} loading={isBusy} onClick={() => void swap()}>
      {mode === "keep" ? "Continue" : "Clear form"}
    </Button>,
  ];
  return (
    <Modal open title="Swap dataset" width={520} onCancel={onClose} footer={footer}>
      <Input
        prefix={<Search size={14} aria-hidden />}
        placeholder="Search datasets"
        aria-label="Search datasets"
        value={text}
        onChange={(event) => setText(event.target.value)}
        allowClear
      />
      <div className={styles.swapList} aria-busy={isLoading}>
        {error ? <p role="alert">{error.message}</p> : null}
        <Radio.Group value={chosen} onChange={(event) => setChosen(event.target.value as number)} vertical>
          {(data ?? [])
            .filter((row) => row.id !== current)
            .map((row) => (
              <Radio key={row.id} value={row.id}>
                {row.table_name}
                <span className={styles.swapPlace}>{row.database?.database_name}</span>
              </Radio>
            ))}
        </Radio.Group>
        {data?.length === 0 ? <p className={styles.nothing}>No dataset matches “{text}”.</p> : null}
      </div>
      <Radio.Group value={mode} onChange={(event) => setMode(event.target.value as "keep" | "clear")} vertical>
        <Radio value="keep">Keep the controls that fit</Radio>
        <Radio value="clear">Clear the form</Radio>
      </Radio.Group>
    </Modal>
  );
}

function announce(lost: readonly string[]): void {
  if (lost.length > 0) toast.warning(`Dataset changed. Choices not in this dataset were removed: ${lost.join(", ")}`);
  else toast.success("Successfully changed dataset!");
}

function useDatasets(text: string) {
  const search = useDebounced(text.trim());
  return useFetched(`datasets ${search}`, async (signal) => {
    const filters = search ? [{ col: "table_name", opr: "ct", value: search }] : [];
    const q = {
      filters,
      page: 0,
      page_size: PAGE_SIZE,
      order_column: "changed_on_delta_humanized",
      order_direction: "desc" as const,
    };
    return (await call(list, { q }, { signal })).result;
  });
}
