import type { Generated } from "kysely";

/** Apps that registered for OAuth. They are public clients: none has a secret. */
export interface OAuthClientsTable {
  id: Generated<number>;
  client_id: string;
  name: string;
  /** JSON list. */
  redirect_uris: string;
  created_on: string;
}

/** Codes that a consent gave to an app, until it redeems them. */
export interface OAuthCodesTable {
  code_hash: string;
  client_id: number;
  user_id: number;
  redirect_uri: string;
  scope: string;
  challenge: string;
  expires_on: string;
}

/** What a user allows an app. Access tokens are replaced with each refresh, refresh tokens work once. */
export interface OAuthGrantsTable {
  id: Generated<number>;
  uuid: string;
  client_id: number;
  user_id: number;
  scope: string;
  code_hash: string;
  access_hash: string;
  access_expires_on: string;
  refresh_hash: string;
  refresh_expires_on: string;
  previous_refresh_hash: string | null;
  created_on: string;
  last_used_on: string | null;
}

/** Changes that an agent prepared and its user hasn't confirmed. */
export interface AgentPreviewsTable {
  id: Generated<number>;
  token_hash: string;
  user_id: number;
  /** JSON of the requests. */
  content: string;
  expires_on: string;
}
