export interface TunnelDraft {
  server_address: string;
  server_port: number | null;
  username: string;
  by: "password" | "private_key";
  password: string;
  private_key: string;
  private_key_password: string;
}

export const NEW_TUNNEL: TunnelDraft = {
  server_address: "",
  server_port: 22,
  username: "",
  by: "password",
  password: "",
  private_key: "",
  private_key_password: "",
};

export function tunnelOf(stored: unknown): TunnelDraft | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const by = "private_key" in stored ? "private_key" : "password";
  return { ...NEW_TUNNEL, by, ...stored };
}

export function tunnelBody(tunnel: TunnelDraft | null) {
  if (!tunnel) return null;
  const { by, password, private_key, private_key_password, server_address, username, server_port } = tunnel;
  const place = { server_address: server_address.trim(), server_port, username: username.trim() };
  if (by === "password") return { ...place, password };
  return { ...place, private_key, ...(private_key_password ? { private_key_password } : {}) };
}

export const tunnelField = (name: keyof TunnelDraft) => `ssh_tunnel.${name}`;

export const TUNNEL_FIELDS = Object.keys(NEW_TUNNEL).map((name) => tunnelField(name as keyof TunnelDraft));

export function missingInTunnel(tunnel: TunnelDraft | null | undefined): string[] {
  if (!tunnel) return [];
  const needed = ["server_address", "server_port", "username", tunnel.by] as const;
  return needed.filter((name) => String(tunnel[name] ?? "").trim() === "").map(tunnelField);
}
