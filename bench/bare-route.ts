import Fastify from "fastify";

/**
 * Baseline for cached responses: a Fastify server that only reads a JSON body and sends fixed bytes. The parent process
 * sends the bytes and reads the address.
 */
process.once("message", async ({ bytes }: { bytes: string }) => {
  const server = Fastify({ logger: false });
  const body = Buffer.from(bytes, "base64");
  server.post("/", (_request, reply) => {
    reply.header("content-type", "application/json; charset=utf-8").header("content-encoding", "gzip").send(body);
  });
  process.send?.({ url: await server.listen({ host: "127.0.0.1", port: 0 }) });
});
process.once("disconnect", () => process.exit(0));
