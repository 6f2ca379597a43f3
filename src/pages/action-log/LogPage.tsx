import { useMemo, useState } from "react";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { exactTime, parseMoment } from "../../web/client/clock.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { type LogRow, logList } from "./log-list.tsx";

/** What people did, for those who look after the product. */
export function LogPage() {
  const [shown, setShown] = useState<LogRow>();
  const definition = useMemo(() => logList(setShown), []);
  return (
    <ListView definition={definition}>
      {shown ? <Entry row={shown} onClose={() => setShown(undefined)} /> : null}
    </ListView>
  );
}

function Entry({ row, onClose }: { row: LogRow; onClose(): void }) {
  const who = row.user ? `${row.user.first_name} ${row.user.last_name} (${row.user.username})` : "Nobody signed in";
  return (
    <Dialog open title={row.action} width={720} onClose={onClose}>
      <p>
        {who}, {exactTime(parseMoment(row.dttm))}
      </p>
      {row.referrer ? <p style={{ overflowWrap: "anywhere" }}>From {row.referrer}</p> : null}
      {row.json ? (
        <Field label="Details">
          {(id) => <CodeEditor id={id} label="Details" language="json" isReadOnly value={formatted(row.json ?? "")} />}
        </Field>
      ) : null}
    </Dialog>
  );
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
