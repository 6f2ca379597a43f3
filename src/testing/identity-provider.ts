import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

export interface IdentityProvider {
  readonly issuer: string;
  /** Claims of the next sign-in, with `sub`; undefined: consent is denied. */
  person: (Readonly<Record<string, unknown>> & { sub: string }) | undefined;
  readonly requestedPaths: string[];
  register(client: RegisteredClient): void;
  stop(): Promise<void>;
}

export interface RegisteredClient {
  id: string;
  secret: string;
  url: string;
}

const CLAIMS = {
  openid: ["sub"],
  email: ["email", "email_verified"],
  profile: ["preferred_username", "given_name", "family_name", "name", "groups", "realm_access"],
};

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const known = new Map<string, Readonly<Record<string, unknown>>>();
  const started: IdentityProvider = {
    issuer,
    person: undefined,
    requestedPaths: [],
    register: (client) => {
      const provider = new Provider(issuer, configurationFor(client, known));
      const answer = provider.callback();
      server.on("request", (request, response) => {
        started.requestedPaths.push(String(request.url).split("?")[0] ?? "");
        if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
        const { person } = started;
        if (person) known.set(person.sub, person);
        void decide(provider, [request, response], person?.sub);
      });
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return started;
}

function configurationFor(
  { id, secret, url }: RegisteredClient,
  known: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): Configuration {
  return {
    clients: [
      {
        client_id: id,
        client_secret: secret,
        redirect_uris: [`${url}/login/oidc/callback`],
        post_logout_redirect_uris: [`${url}/login/`],
      },
    ],
    claims: CLAIMS,
    cookies: { keys: ["only for tests"] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: (ctx, form) => void Object.assign(ctx, { body: form }) },
    },
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...known.get(sub), sub }) }),
  };
}

type Exchange = Parameters<Provider["interactionFinished"]>;

async function decide(provider: Provider, exchange: [Exchange[0], Exchange[1]], sub: string | undefined) {
  if (sub === undefined) {
    return provider.interactionFinished(...exchange, { error: "access_denied", error_description: "declined" });
  }
  const { params } = await provider.interactionDetails(...exchange);
  const grant = new provider.Grant({ accountId: sub, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  const grantId = await grant.save();
  return provider.interactionFinished(...exchange, { login: { accountId: sub }, consent: { grantId } });
}
