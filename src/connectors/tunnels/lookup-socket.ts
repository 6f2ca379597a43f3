import { connect, type LookupFunction, Socket } from "node:net";

/** For drivers that name the host only when they connect. */
export class LookupSocket extends Socket {
  readonly #lookup: LookupFunction;

  constructor(lookup: LookupFunction) {
    super();
    this.#lookup = lookup;
  }

  override connect(...args: unknown[]): this {
    const [port, host] = args as [number, string];
    const { connect: connectTo } = Socket.prototype as { connect(options: object): Socket };
    connectTo.call(this, { port, host, lookup: this.#lookup });
    return this;
  }
}

/** IP addresses are checked too, because a server may redirect to them. */
export function connectedSocket(place: { host: string; port: number }, lookup: LookupFunction): Promise<Socket> {
  return new Promise((resolve, reject) => {
    lookup(place.host, {}, (error, address) => {
      if (error) return reject(error);
      const socket = connect({ host: String(address), port: place.port }, () => resolve(socket)).once("error", reject);
    });
  });
}
