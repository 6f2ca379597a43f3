import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { Plus, Upload } from "lucide-react";
import { useMemo, useState } from "react";
import { themeBundle } from "../../api/bundle/contract.ts";
import * as themes from "../../api/theme/contract.ts";
import { ImportDialog } from "../../features/import/ImportDialog.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { useDialogAddress } from "../../web/navigation/use-dialog-address.ts";
import { tryTheme, useTriedTheme } from "../../web/session/looks.ts";
import { can, isAdmin, useUser } from "../../web/session/session.ts";
import { download } from "../../web/toasts/download.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { markTheme, showSaved, tryRow } from "./theme-acts.ts";
import { LIST_KEY, mayDelete, NOUN, PATH, type ThemeActs, type ThemeRow, themeList } from "./theme-list.tsx";

const NewTheme = lazyComponent(async () => (await import("./ThemeDialog.tsx")).NewTheme);
const OpenTheme = lazyComponent(async () => (await import("./ThemeDialog.tsx")).OpenTheme);

interface Doomed {
  rows: readonly ThemeRow[];
  /** Of those that were chosen, how many stay. */
  kept: number;
  done?: (() => void) | undefined;
}

/** All themes. `?new=1` opens the dialog that makes one, `?edit=<id>` the one that changes or shows it. */
export function ThemesPage() {
  const [doomed, setDoomed] = useState<Doomed>();
  const [isImporting, setImporting] = useState(false);
  const { userId } = useUser();
  const tried = useTriedTheme();
  const triedId = tried?.id;
  const queries = useQueryClient();
  const mayWrite = can("can_write", "Theme");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress(PATH, true);
  const definition = useMemo(() => {
    const whose = { mayWrite, isAdmin: isAdmin(), userId };
    const acts: ThemeActs = {
      ...whose,
      mayExport: can("can_export", "Theme"),
      triedId,
      onOpen: ({ id }) => openEdit(id),
      onTry: (row) => void (row ? tryRow(row) : tryTheme(undefined)),
      onExport: (rows) => exportThemes(rows),
      onMark: async (mark, row, isGiven) => {
        await markTheme(mark, row, isGiven);
        void queries.invalidateQueries({ queryKey: [LIST_KEY] });
      },
      onDelete: (rows, done) => {
        const gone = rows.filter((row) => mayDelete(row, whose));
        if (gone.length > 0) setDoomed({ rows: gone, kept: rows.length - gone.length, done });
        else toast.warning("None of these can be deleted: they are the system's, everybody's or not yours.");
      },
    };
    return themeList(acts);
  }, [mayWrite, userId, triedId, openEdit, queries]);
  return (
    <ListView
      definition={definition}
      actions={
        mayWrite ? (
          <>
            <HeaderButton label="Import" icon={<Upload size={16} />} onClick={() => setImporting(true)} />
            <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
              New theme
            </Button>
          </>
        ) : undefined
      }
    >
      {isNew && mayWrite ? <NewTheme onClose={close} /> : null}
      {edited > 0 ? (
        <OpenTheme key={edited} id={edited} onChanged={(theme) => void showSaved(theme, tried)} onClose={close} />
      ) : null}
      {doomed ? <DeleteThemes {...doomed} triedId={triedId} onClose={() => setDoomed(undefined)} /> : null}
      {isImporting ? (
        <ImportDialog
          noun={NOUN}
          operation={themeBundle.imported}
          listKey={LIST_KEY}
          onClose={() => setImporting(false)}
        />
      ) : null}
    </ListView>
  );
}

/** Those of the system come with the product and are in no bundle. */
function exportThemes(rows: readonly ThemeRow[]): void {
  const own = rows.filter((row) => !row.is_system).map(({ id }) => id);
  if (own.length > 0) void download(themeBundle.exported, { q: own }, "theme_export.zip");
  else toast.warning("Themes of the system are not exported.");
}

interface DeleteThemesProps extends Doomed {
  triedId: number | undefined;
  onClose(): void;
}

function DeleteThemes({ rows, kept, done, triedId, onClose }: DeleteThemesProps) {
  const words = rows.length === 1 ? "Dashboards with it" : "Dashboards with them";
  const stay = kept === 1 ? "One of those chosen stays" : `${kept} of those chosen stay`;
  return (
    <DeleteDialog
      things={rows.map(({ id, theme_name }) => ({ id, name: theme_name }))}
      noun={NOUN}
      contract={themes}
      listKey={LIST_KEY}
      consequences={async () =>
        `${words} look like the rest of the product again.${kept > 0 ? ` ${stay}: not yours, or everybody's.` : ""}`
      }
      onClose={onClose}
      onDeleted={() => {
        if (rows.some(({ id }) => id === triedId)) void tryTheme(undefined);
        done?.();
      }}
    />
  );
}
