import Fastify from "fastify";

/**
 * A Fastify server that does nothing but read a JSON body and send the same bytes: what a cached answer is compared with.
 * Its parent sends the bytes and reads the address.
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
