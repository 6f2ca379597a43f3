import { existsSync } from "node:fs";
import { exportToFolder, importFolder, validateFolder } from "../api/bundle/index.ts";
import { rotateKey } from "../api/database/index.ts";
import { CommandError } from "../server/command-error.ts";
import { prepareHome } from "../server/config/home-folder.ts";
import { folderOf, installDriver, readDrivers } from "../server/drivers/drivers.ts";
import type { Command } from "./command-line.ts";
import { assertHomeExists, whileStopped, withApp } from "./with-app.ts";

const DIR = ["DIR"];

export const BUNDLE_COMMANDS: readonly Command[] = [
  {
    words: "export",
    args: DIR,
    help: "Export everything to a folder, one YAML file per object.",
    run: async ({ args: [folder = ""], config, print }) => {
      if (!config.databaseUrl) assertHomeExists(config);
      const count = await withApp(config, (app) => exportToFolder(app, folder));
      print(`Exported ${count} objects to ${folder}`);
    },
  },
  {
    words: "import",
    args: DIR,
    options: { secrets: "FILE" },
    switches: ["sparse"],
    help: "Import a folder, overwriting what exists. FILE: JSON with the bundle API's password fields, by database file.",
    run: async ({ args: [folder = ""], options: { secrets }, has, config, print }) => {
      const advice = "Stop it first, or import through its API: POST /api/v1/assets/import/";
      const sparse = has("sparse");
      const count = await whileStopped(config, advice, () =>
        withApp(config, (app) => importFolder(app, folder, { sparse, secrets })),
      );
      print(`Imported ${count} objects from ${folder}`);
    },
  },
  {
    words: "validate",
    args: DIR,
    switches: ["sparse"],
    help: "Check a folder without saving anything. --sparse: files may refer to objects that are only in the store.",
    run: async ({ args: [folder = ""], has, print }) => {
      print(`${folder} is valid: ${await validateFolder(folder, { sparse: has("sparse") })} objects`);
    },
  },
  {
    words: "rotate-key",
    help: "Re-encrypt the stored passwords with a new key.",
    run: async ({ config, print }) => {
      assertHomeExists(config);
      const count = await whileStopped(config, "Stop it first.", () => rotateKey(config));
      print(`The secrets of ${count} databases were re-encrypted with the new key. All users have to sign in again.`);
    },
  },
  {
    words: "drivers install",
    args: ["ENGINE"],
    help: "Download the driver of bigquery, mssql or snowflake to the home folder.",
    run: async ({ args: [engine], config: { home }, print }) => {
      const driver = readDrivers().find((each) => each.engine === engine);
      if (!driver) throw new CommandError(`${engine} needs no driver: only bigquery, mssql and snowflake do.`);
      const folder = folderOf(driver, home);
      const text = `The driver ${driver.package} ${driver.version}`;
      if (existsSync(folder)) return print(`${text} is already installed in ${folder}.`);
      prepareHome(home);
      await installDriver(driver.source, folder);
      print(`${text} was installed in ${folder}.`);
    },
  },
];
