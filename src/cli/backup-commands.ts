import { type BackupSummary, restoreBackup, writeBackup } from "./backup.ts";
import type { Command } from "./command-line.ts";
import { assertHomeExists, whileStopped } from "./with-app.ts";

const FILE = ["FILE"];

export const BACKUP_COMMANDS: readonly Command[] = [
  {
    words: "backup",
    args: FILE,
    help: "Write store, secret and uploaded data to a file, also while servers run. The file contains secrets.",
    run: async ({ args: [file = ""], config, print }) => {
      assertHomeExists(config);
      const summary = await writeBackup(config, file);
      print(`Backed up ${described(summary)} to ${file}`);
      if (!summary.hasSecret) print("The secret isn't in it: keep TESSERA_SECRET_KEY in a safe place.");
    },
  },
  {
    words: "restore",
    args: FILE,
    help: "Restore a backup into an empty store: a new home folder or an empty PostgreSQL database.",
    run: async ({ args: [file = ""], config, print }) => {
      const summary = await whileStopped(config, "Stop it first.", () => restoreBackup(config, file));
      print(`Restored ${described(summary)} from ${file}`);
    },
  },
];

const described = ({ rows, tables, hasUploads }: BackupSummary) =>
  `${rows} rows of ${tables} tables${hasUploads ? " and uploaded data" : ""}`;
