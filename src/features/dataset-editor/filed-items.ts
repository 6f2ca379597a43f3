import type { FolderItem } from "../../model/dataset-folder.ts";
import { type Mark, markOf } from "../../web/components/TypeMark.tsx";
import type { DatasetDraft } from "./draft.ts";

export interface FiledItem {
  entry: FolderItem;
  title: string;
  name: string;
  mark: Mark;
  words: string;
}

export function itemsByUuid({ metrics, columns }: DatasetDraft): ReadonlyMap<string, FiledItem> {
  const items = [
    ...metrics.map(({ uuid, metric_name, verbose_name }) =>
      filedItem({ type: "metric", uuid, name: metric_name, label: verbose_name, mark: "metric" }),
    ),
    ...columns.map((column) => {
      const { uuid, column_name, verbose_name } = column;
      return filedItem({ type: "column", uuid, name: column_name, label: verbose_name, mark: markOf(column) });
    }),
  ];
  return new Map(items.flatMap((item) => (item ? [[item.entry.uuid, item]] : [])));
}

interface Source {
  type: FolderItem["type"];
  uuid: string | null | undefined;
  name: string;
  label: string | null | undefined;
  mark: Mark;
}

function filedItem({ type, uuid, name, label, mark }: Source): FiledItem | undefined {
  if (!uuid) return undefined;
  const title = label || name;
  return { entry: { uuid, type }, title, name, mark, words: `${title} ${name}`.toLowerCase() };
}
