import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { SqliteWriteReply, SqliteWriteRequest } from "./writer.ts";

const [file = ""] = process.argv.slice(2);

let database: DatabaseSync | undefined;
let insert: StatementSync | undefined;

function handle(request: SqliteWriteRequest): void {
  switch (request.kind) {
    case "begin":
      database = new DatabaseSync(file, { allowExtension: false, timeout: 10_000 });
      database.exec("BEGIN IMMEDIATE");
      for (const sql of request.statements) database.exec(sql);
      insert = database.prepare(request.insert);
      return;
    case "rows":
      for (const row of request.rows)
        insert?.run(...row.map((value) => (typeof value === "boolean" ? Number(value) : value)));
      return;
    case "commit":
      database?.exec("COMMIT");
      database?.close();
  }
}

process.on("message", (request: SqliteWriteRequest) => {
  let reply: SqliteWriteReply = { kind: "ok" };
  try {
    handle(request);
  } catch (error) {
    reply = { kind: "error", message: (error as Error).message };
  }
  process.send?.(reply);
});
process.on("disconnect", () => process.exit());
