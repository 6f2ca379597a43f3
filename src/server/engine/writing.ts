import { DuckDBInstance } from "@duckdb/node-api";

interface Writing {
  file: string;
  statements: readonly string[];
  /** Settings of the instance. */
  options: Readonly<Record<string, string>>;
}

/** Opens the file for writing, runs the statements in order and closes it; tells how many have been run. */
export async function runStatements(
  { file, statements, options }: Writing,
  onDone: (done: number) => void,
): Promise<void> {
  const instance = await DuckDBInstance.create(file, { ...options });
  const connection = await instance.connect();
  try {
    for (const [index, sql] of statements.entries()) {
      await connection.run(sql);
      onDone(index + 1);
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
