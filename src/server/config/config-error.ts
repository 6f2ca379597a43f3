/** An invalid setting; the message is one line for the administrator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
