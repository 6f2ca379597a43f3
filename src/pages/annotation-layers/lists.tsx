import { MessageSquareText } from "lucide-react";
import {
  type AnnotationLayerRow,
  type AnnotationRow,
  annotations,
  layers,
} from "../../api/annotation-layer/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { exactTime, parseMoment } from "../../web/client/clock.ts";
import type { ListDefinition } from "../../web/list-view/definition.ts";
import { LongText } from "../../web/list-view/LongText.tsx";
import { modifiedColumn, type RecordActions, recordActions } from "../../web/list-view/standard.tsx";

export const LAYER = { one: "annotation layer", many: "annotation layers" } as const;
export const ANNOTATION = { one: "annotation", many: "annotations" } as const;

export function layerList(acts: RecordActions<AnnotationLayerRow>): ListDefinition<AnnotationLayerRow> {
  return {
    key: "annotation-layers",
    title: t("Annotation layers"),
    noun: LAYER,
    columns: [
      { id: "name", header: t("Name"), sort: "name", cell: () => null },
      {
        id: "descr",
        header: t("Description"),
        sort: "descr",
        width: "40%",
        from: 640,
        cell: (row) => <LongText text={row.descr} />,
      },
      { ...modifiedColumn({ width: "16%", from: 640 }), id: "changed_on", sort: "changed_on" },
    ],
    filters: [
      {
        kind: "search",
        id: "name",
        key: "search",
        label: t("Name or description"),
        operator: "annotation_layer_all_text",
      },
    ],
    initialSort: { column: "name", order: "asc" },
    sorts: [],
    select: ["id", "name", "descr", "changed_on"],
    load: (q, signal) => call(layers.list, { q }, { signal }),
    nameOf: (row) => row.name ?? "",
    addressOf: (row) => `/annotationlayer/${row.id}/annotation/`,
    ...recordActions(acts),
    emptyIcon: MessageSquareText,
    empty: {
      title: t("No annotation layers yet"),
      text: t("A layer is a list of dated events to show on time-series charts."),
    },
  };
}

const moment = (text: string | undefined) => (text ? exactTime(parseMoment(text)) : null);

export function annotationList(layer: { id: string; name: string }, acts: RecordActions<AnnotationRow>) {
  const { id, name } = layer;
  const definition: ListDefinition<AnnotationRow> = {
    key: `annotations-${id}`,
    title: name,
    noun: ANNOTATION,
    columns: [
      { id: "short_descr", header: t("Name"), sort: "short_descr", cell: () => null },
      {
        id: "long_descr",
        header: t("Description"),
        width: "28%",
        from: 960,
        cell: (row) => <LongText text={row.long_descr} />,
      },
      {
        id: "start_dttm",
        header: t("Start##time"),
        sort: "start_dttm",
        width: "18%",
        cell: (row) => moment(row.start_dttm),
      },
      {
        id: "end_dttm",
        header: t("End##time"),
        sort: "end_dttm",
        width: "18%",
        from: 640,
        cell: (row) => moment(row.end_dttm),
      },
    ],
    filters: [
      {
        kind: "search",
        id: "short_descr",
        key: "search",
        label: t("Name or description"),
        operator: "annotation_all_text",
      },
    ],
    initialSort: { column: "start_dttm", order: "desc" },
    sorts: [],
    select: ["id", "short_descr", "long_descr", "start_dttm", "end_dttm"],
    load: (q, signal) => call(annotations.list, { params: { id }, q }, { signal }),
    nameOf: (row) => row.short_descr ?? "",
    ...recordActions(acts),
    emptyIcon: MessageSquareText,
    empty: { title: t("No annotations yet"), text: t("An annotation marks an event or a period of time.") },
  };
  return definition;
}
