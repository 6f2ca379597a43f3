/** A setting that cannot be used; its message is one line for the person who started the server. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
