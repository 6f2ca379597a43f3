import type { LookupFunction } from "node:net";
import { matchAddress, parseServerAddress } from "../address/address.ts";
import type { Connection, ConnectionConfig, Connector, TunnelSettings } from "../connector.ts";
import { SshTunnel } from "./ssh-tunnel.ts";

/**
 * Adds SSH tunnels to a server connector. Drivers get the tunnel's port and the loopback address for every name; names
 * stay unchanged so that certificates verify.
 */
export function withTunnels(connector: Connector): Connector {
  if (connector.place !== "server") return connector;
  const { connect, write } = connector;
  return {
    ...connector,
    connect: async (config) => {
      if (!config.tunnel) return connect(config);
      const { tunnel, inner } = await openTunnel(connector, config, config.tunnel);
      return throughTunnel(await connect(inner), tunnel);
    },
    ...(write
      ? {
          write: async (config, load) => {
            if (!config.tunnel) return write(config, load);
            const { tunnel, inner } = await openTunnel(connector, config, config.tunnel);
            try {
              await tunnel.within(() => write(inner, load));
            } finally {
              await tunnel.close();
            }
          },
        }
      : {}),
  };
}

async function openTunnel({ form }: Connector, config: ConnectionConfig, settings: TunnelSettings) {
  const defaultPort = form.fields.find(({ name }) => name === "port")?.default;
  const { host, port } = parseServerAddress(config, Number(defaultPort));
  const tunnel = new SshTunnel(settings, { host, port });
  const inner = { ...config, uri: withPort(config.uri, await tunnel.listen()), lookup: toLoopback };
  return { tunnel, inner };
}

const toLoopback: LookupFunction = (_host, options, callback) =>
  options.all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);

function withPort(uri: string, port: number): string {
  const [, credentials, host = "", , database, query] = matchAddress(uri) ?? [];
  const before = uri.slice(0, uri.indexOf("://") + 3) + (credentials === undefined ? "" : `${credentials}@`);
  const after = (database === undefined ? "" : `/${database}`) + (query === undefined ? "" : `?${query}`);
  return `${before}${host}:${port}${after}`;
}

const STREAMS = new Set<PropertyKey>(["stream", "rows", "change"] satisfies (keyof Connection)[]);

/** Every call waits for the tunnel and reports its failure; the tunnel closes with the connection. */
function throughTunnel(connection: Connection, tunnel: SshTunnel): Connection {
  return new Proxy(connection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      const called = (args: unknown[]): unknown => Reflect.apply(value, target, args);
      if (name === "close") return () => target.close().finally(() => tunnel.close());
      if (STREAMS.has(name))
        return (...args: unknown[]) => streamed(tunnel, () => called(args) as AsyncIterable<unknown>);
      return (...args: unknown[]) => tunnel.within(async () => called(args));
    },
  });
}

async function* streamed<T>(tunnel: SshTunnel, begin: () => AsyncIterable<T>): AsyncIterable<T> {
  const reader = await tunnel.within(async () => begin()[Symbol.asyncIterator]());
  try {
    for (;;) {
      const { done, value } = await tunnel.within(() => reader.next());
      if (done) return;
      yield value;
    }
  } finally {
    await reader.return?.();
  }
}
