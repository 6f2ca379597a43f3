import type { App } from "../app.ts";

/** Where this process serves the product's pages to the browser of its own machine. Use it as `app.once(ownPages)`. */
export interface OwnPages {
  /** `http://127.0.0.1:8088`. Rejects where this process serves none. */
  origin(): Promise<string>;
  /** Says where, once they are first asked for. */
  serveBy(open: () => Promise<string>): void;
}

export function ownPages(_app: App): OwnPages {
  let open = (): Promise<string> => Promise.reject(new Error("this process serves no pages"));
  let opened: Promise<string> | undefined;
  return {
    origin: () => {
      opened ??= open();
      opened.catch(() => {
        opened = undefined;
      });
      return opened;
    },
    serveBy: (next) => {
      open = next;
      opened = undefined;
    },
  };
}

/** Of a server that listens on all addresses: the one by which its machine reaches itself. */
export function loopbackOrigin(host: string, port: number): string {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
