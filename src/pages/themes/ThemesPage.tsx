import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { Plus, Upload } from "lucide-react";
import { useMemo, useState } from "react";
import { themeBundle } from "../../api/bundle/contract.ts";
import * as themes from "../../api/theme/contract.ts";
import { ListImport } from "../../features/import/index.ts";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { useDialogAddress } from "../../web/navigation/use-dialog-address.ts";
import { can, isAdmin, useUser } from "../../web/session/session.ts";
import { tryTheme, useTriedTheme } from "../../web/session/system-themes.ts";
import { download } from "../../web/toasts/download.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { isBuiltIn } from "./built-in.ts";
import { markTheme, previewRow, showSaved } from "./theme-actions.ts";
import {
  canDeleteTheme,
  LIST_KEY,
  NOUN,
  PATH,
  type ThemeListOptions,
  type ThemeRow,
  themeList,
} from "./theme-list.tsx";

const NewTheme = lazyComponent(async () => (await import("./ThemeDialog.tsx")).NewTheme);
const OpenTheme = lazyComponent(async () => (await import("./ThemeDialog.tsx")).OpenTheme);

interface PendingDelete {
  rows: readonly ThemeRow[];
  kept: number;
  done?: (() => void) | undefined;
}

/** `?new=1` opens a dialog for a new theme, `?edit=<id>` the one for an existing theme. */
export function ThemesPage() {
  const [pendingDelete, setPendingDelete] = useState<PendingDelete>();
  const [isImporting, setImporting] = useState(false);
  const [copied, setCopied] = useState<ThemeRow>();
  const { userId } = useUser();
  const tried = useTriedTheme();
  const previewedId = tried?.id;
  const queries = useQueryClient();
  const canWrite = can("can_write", "Theme");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress(PATH, true);
  const definition = useMemo(() => {
    const access = { canWrite, isAdmin: isAdmin(), userId };
    const options: ThemeListOptions = {
      ...access,
      canExport: can("can_export", "Theme"),
      previewedId,
      onOpen: ({ id }) => openEdit(id),
      onCopy: setCopied,
      onTry: (row) => void (row ? previewRow(row) : tryTheme(undefined)),
      onExport: (rows) => exportThemes(rows),
      onMark: async (mark, row, isSet) => {
        await markTheme(mark, row, isSet);
        void queries.invalidateQueries({ queryKey: [LIST_KEY] });
      },
      onDelete: (rows, done) => {
        const stored = rows.filter((row) => !isBuiltIn(row));
        const gone = stored.filter((row) => canDeleteTheme(row, access));
        if (gone.length > 0) setPendingDelete({ rows: gone, kept: stored.length - gone.length, done });
        else
          toast.warning(t("None of these themes can be deleted. They are system themes, defaults or someone else's."));
      },
    };
    return themeList(options);
  }, [canWrite, userId, previewedId, openEdit, queries]);
  return (
    <ListView
      definition={definition}
      actions={
        canWrite ? (
          <>
            <HeaderButton label={t("Import")} icon={<Upload size={16} />} onClick={() => setImporting(true)} />
            <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
              {t("New theme")}
            </Button>
          </>
        ) : undefined
      }
    >
      {isNew && canWrite ? <NewTheme onClose={close} /> : null}
      {copied ? <NewTheme copied={copied} onClose={() => setCopied(undefined)} /> : null}
      {edited !== 0 ? (
        <OpenTheme key={edited} id={edited} onChanged={(theme) => void showSaved(theme, tried)} onClose={close} />
      ) : null}
      {pendingDelete ? (
        <DeleteThemes {...pendingDelete} previewedId={previewedId} onClose={() => setPendingDelete(undefined)} />
      ) : null}
      {isImporting ? <ListImport noun={NOUN} onClose={() => setImporting(false)} /> : null}
    </ListView>
  );
}

/** System themes ship with the product and can't be exported. */
function exportThemes(rows: readonly ThemeRow[]): void {
  const own = rows.filter((row) => !row.is_system).map(({ id }) => id);
  if (own.length > 0) void download(themeBundle.exported, { q: own }, "theme_export.zip");
  else toast.warning(t("System themes can't be exported."));
}

interface DeleteThemesProps extends PendingDelete {
  previewedId: number | undefined;
  onClose(): void;
}

function DeleteThemes({ rows, kept, done, previewedId, onClose }: DeleteThemesProps) {
  const [only] = rows;
  const usage =
    rows.length === 1 && only
      ? t("Dashboards using “{name}” go back to the default theme.", { name: only.theme_name })
      : t("Dashboards using these themes go back to the default theme.");
  const stays = t(
    "{kept, plural, one {# selected theme is kept because it isn't yours or is a default.} other {# selected themes are kept because they aren't yours or are defaults.}}",
    { kept },
  );
  return (
    <DeleteDialog
      items={rows.map(({ id, theme_name }) => ({ id, name: theme_name }))}
      noun={NOUN}
      contract={themes}
      listKey={LIST_KEY}
      consequences={async () => (kept > 0 ? `${usage} ${stays}` : usage)}
      onClose={onClose}
      onDeleted={() => {
        if (rows.some(({ id }) => id === previewedId)) void tryTheme(undefined);
        done?.();
      }}
    />
  );
}
