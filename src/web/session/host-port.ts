const HANDSHAKE = "__embedded_comms__";

let resolvePort: ((port: MessagePort) => void) | undefined;
export const hostPort = new Promise<MessagePort>((resolve) => {
  resolvePort = resolve;
});

/** Call before the page has loaded, as the host sends its port then. */
export function listenForHost(): void {
  const handleMessage = ({ source, data, ports: [port] }: MessageEvent) => {
    if (source !== window.parent || window.parent === window) return;
    if (data?.type !== HANDSHAKE || data.handshake !== "port transfer" || !port) return;
    window.removeEventListener("message", handleMessage);
    resolvePort?.(port);
  };
  window.addEventListener("message", handleMessage);
}
