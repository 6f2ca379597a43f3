import { PanelLeft, PanelTop, SlidersHorizontal } from "lucide-react";
import { Suspense, useState } from "react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { lazyPart } from "../../../ui/on-demand.tsx";
import { withCode } from "../../../web/with-code.ts";
import { useEditing } from "../grid/edit-context.ts";
import { useDashboardPage, useView } from "../state/context.ts";

const CrossScopingDialog = lazyPart(async () => ({
  default: (await import("./CrossScopingDialog.tsx")).CrossScopingDialog,
}));

const ViewFilters = lazyPart(async () => ({ default: (await import("../edit/ViewFilters.tsx")).ViewFilters }));

/** For those who may edit: whether marks filter other charts, where the filters stand, and the way to configure them. */
export function FilterSettings() {
  const { store, canEdit } = useDashboardPage();
  const { crosses, orientation } = useView(({ dashboard: { metadata } }) => ({
    crosses: metadata.cross_filters_enabled,
    orientation: metadata.filter_bar_orientation,
  }));
  const [isEditing, setEditing] = useState(false);
  const [isScoping, setScoping] = useState(false);
  // The editor has these settings in its header: saved here, they would be missing from its document.
  const isInEditor = useEditing() !== null;
  if (!canEdit || isInEditor) return null;
  const place = (next: "VERTICAL" | "HORIZONTAL") => ({
    checked: orientation === next,
    onSelect: () => void change(store, { filter_bar_orientation: next }),
  });
  return (
    <>
      <Menu
        placement="bottomRight"
        items={[
          {
            key: "edit",
            label: "Add or edit filters and controls",
            onSelect: () => setEditing(true),
          },
          {
            key: "cross",
            label: "Cross-filter by clicking marks",
            checked: crosses,
            onSelect: () => void change(store, { cross_filters_enabled: !crosses }),
          },
          { key: "scope", label: "Cross-filter scoping", disabled: !crosses, onSelect: () => setScoping(true) },
          { key: "line", divider: true },
          { key: "left", label: "Filter bar: left", icon: <PanelLeft size={14} />, ...place("VERTICAL") },
          { key: "top", label: "Filter bar: top", icon: <PanelTop size={14} />, ...place("HORIZONTAL") },
        ]}
      >
        <IconButton label="Filter settings" icon={<SlidersHorizontal size={14} />} size={24} />
      </Menu>
      {isEditing ? (
        <Suspense fallback={null}>
          <ViewFilters onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
      {isScoping ? (
        <Suspense fallback={null}>
          <CrossScopingDialog onClose={() => setScoping(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

type ChangeArguments = Parameters<typeof import("../state/change-metadata.ts").changeMetadata>;

function change(...args: ChangeArguments): Promise<void> {
  return withCode(
    () => import("../state/change-metadata.ts"),
    ({ changeMetadata }) => changeMetadata(...args),
  );
}
