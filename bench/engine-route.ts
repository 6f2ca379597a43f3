import { availableParallelism, tmpdir } from "node:os";
import Fastify from "fastify";
import { createEngine } from "../src/server/engine/engine.ts";

/**
 * Baseline: a Fastify server that only passes a statement to an engine process and sends the rows, without users,
 * datasets and charts. The parent process reads the address.
 */
export interface EngineQuestion {
  file: string;
  sql: string;
  labels: readonly string[];
  mostRows: number;
}

const engine = createEngine({
  memoryLimit: "2GB",
  threads: availableParallelism(),
  temporaryFolder: tmpdir(),
  connectionsPerFile: 4,
});
const server = Fastify({ logger: false });
server.post<{ Body: EngineQuestion }>("/", async ({ body }, reply) => {
  const { json = [] } = await engine.query(body);
  return reply.header("content-type", "application/json; charset=utf-8").send(Buffer.concat(json));
});
process.send?.({ url: await server.listen({ host: "127.0.0.1", port: 0 }) });
process.once("disconnect", () => void engine.close().then(() => process.exit(0)));
