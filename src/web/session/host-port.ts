const HANDSHAKE = "__embedded_comms__";

let arrived: ((port: MessagePort) => void) | undefined;
/** Comes once the host has sent it, which it does when this page has loaded. */
export const hostPort = new Promise<MessagePort>((resolve) => {
  arrived = resolve;
});

/** Begins to listen for the host: before the page has loaded, as the host sends its port then. */
export function listenForHost(): void {
  const handleMessage = ({ source, data, ports: [given] }: MessageEvent) => {
    if (source !== window.parent || window.parent === window) return;
    if (data?.type !== HANDSHAKE || data.handshake !== "port transfer" || !given) return;
    window.removeEventListener("message", handleMessage);
    arrived?.(given);
  };
  window.addEventListener("message", handleMessage);
}
