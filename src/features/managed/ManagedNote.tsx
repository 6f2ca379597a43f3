import { Button } from "antd";
import { type ReactNode, useState } from "react";
import * as chart from "../../api/chart/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import * as database from "../../api/database/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import type { Operation } from "../../model/operation.ts";
import { call } from "../../web/client/client.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./managed.module.css";

type Noun = "chart" | "dashboard" | "dataset" | "database";

export interface ManagedNoteProps {
  noun: Noun;
  id: number;
  /** The file or URL where it is edited. */
  place: string | null | undefined;
  /** Shown if the place isn't known. */
  text?: string;
  canDetach: boolean;
  onDetached(): void;
}

export function ManagedNote({ noun, id, place, text = t("Edited in files"), canDetach, onDetached }: ManagedNoteProps) {
  const [isBusy, setBusy] = useState(false);
  const detach = async () => {
    setBusy(true);
    try {
      await detached(noun, id);
      toast.success(t("Detached. You can edit it here now."));
      onDetached();
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  };
  return (
    <span className={styles.note}>
      <span>{place ? rich("Edited in <place></place>", { place: () => placeLink(place) }) : text}</span>
      {canDetach ? (
        <Button
          size="small"
          type="link"
          loading={isBusy}
          title={t("Edit it here from now on instead of in its file")}
          onClick={() => void detach()}
        >
          {t("Detach")}
        </Button>
      ) : null}
    </span>
  );
}

function placeLink(place: string): ReactNode {
  if (!/^https?:\/\//.test(place)) return <code dir="ltr">{place}</code>;
  return (
    <a href={place} target="_blank" rel="noreferrer">
      {place}
    </a>
  );
}

const UPDATES = {
  chart: chart.update,
  dashboard: dashboard.update,
  dataset: dataset.update,
  database: database.update,
};

function detached(noun: Noun, id: number): Promise<unknown> {
  const args = { params: { id: `${id}` }, body: { is_managed_externally: false, external_url: null } };
  return call<Operation>(UPDATES[noun], args);
}
