import { closeSync, existsSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { copyInto } from "./spooled-rows.ts";

const FULL = "/dev/full";

test.runIf(existsSync(FULL))("reports a full disk without the path", async () => {
  const instance = await DuckDBInstance.create(":memory:", { threads: "2", external_threads: "0" });
  const connection = await instance.connect();
  const descriptor = openSync(FULL, "r+");
  const spool = { path: FULL, descriptor, close: () => closeSync(descriptor) };
  try {
    const copied = copyInto(connection, `COPY (FROM range(100000)) TO '${FULL}' (USE_TMP_FILE false)`, {
      spool,
      folder: tmpdir(),
    });
    await expect(copied).rejects.toThrow(/^diskFull$/);
    expect((await (await connection.run("SELECT 42")).getRows())[0]).toEqual([42]);
  } finally {
    spool.close();
    connection.closeSync();
    instance.closeSync();
  }
});
