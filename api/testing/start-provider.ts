import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { type Browser, createBrowser } from './cookie-jar.ts';
import { freePort } from './free-port.ts';

// Contains characters that Basic authentication has to encode.
export const CLIENT_SECRET = 'a+secret/of:the=client%';

export interface TestProvider {
  issuer: string;
  /** The claims of each account. */
  accounts: Map<string, Record<string, unknown>>;
  /**
   * Follows redirects from `location`, signing in as `account` or, with null, denying, if the provider asks.
   * @param browser the person's, which may still be signed in at the provider @returns path and query of the callback
   */
  visit(location: string, account: string | null, browser?: Browser): Promise<string>;
  /** A browser without a session at the provider. */
  browser(): Browser;
  /** Opens the provider's sign-out page and confirms it. @returns where the provider sends the person */
  confirmSignOut(location: string, browser: Browser): Promise<string>;
  stop(): Promise<void>;
}

async function submitSignOut(answer: Response, browser: Browser): Promise<string> {
  const page = await answer.text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
  const to = xsrf && (await browser.post('/session/end/confirm', { xsrf, logout: 'yes' })).headers.get('location');
  if (!to) throw new Error(`The provider answered ${answer.status}: ${page}`);
  return to;
}

/** A real OpenID Connect provider on loopback that signs people in without asking. */
export async function startProvider({
  redirectUri,
  authMethod = 'client_secret_basic',
  port,
  endsSessions = true,
  prompts,
  promptError,
}: {
  redirectUri: string;
  /** Whether it offers RP-initiated logout. */
  endsSessions?: boolean;
  /** The values of `prompt` that it publishes. The provider knows `none`, `login` and `consent`. */
  prompts?: readonly string[];
  /** The error code with which it refuses `login`; default none. It refuses unknown prompts with `invalid_request`. */
  promptError?: string;
  port?: number;
  authMethod?: 'client_secret_basic' | 'client_secret_post' | 'none';
}): Promise<TestProvider> {
  const listenAt = port ?? (await freePort());
  const issuer = `http://localhost:${listenAt}`;
  const accounts: TestProvider['accounts'] = new Map();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'longline',
        ...(authMethod !== 'none' && { client_secret: CLIENT_SECRET }),
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/', redirectUri).href],
        token_endpoint_auth_method: authMethod,
      },
    ],
    clientAuthMethods: [authMethod],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: endsSessions } },
    discovery: { prompt_values_supported: prompts },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...accounts.get(sub), sub }) }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });

  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    interact(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  async function interact(request: IncomingMessage, response: ServerResponse) {
    const { params } = await provider.interactionDetails(request, response);
    const account = request.headers['x-account'];
    const signedIn = typeof account === 'string' ? { login: { accountId: account } } : { error: 'access_denied' };
    const refused = promptError !== undefined && params['prompt'] !== undefined;
    await provider.interactionFinished(request, response, refused ? { error: promptError } : signedIn);
  }
  await new Promise<void>((listening) => server.listen(listenAt, 'localhost', listening));

  return {
    issuer,
    accounts,
    browser: () => createBrowser(fetch, issuer),
    async confirmSignOut(location, browser) {
      return submitSignOut(await browser.get(location), browser);
    },
    async visit(location, account, browser = createBrowser(fetch, issuer)) {
      let next = location;
      while (next.startsWith(issuer)) {
        const moved = await browser.get(next, account === null ? {} : { 'x-account': account });
        // The provider ends the session of another account with a form that submits itself.
        const to = moved.headers.get('location') ?? (await submitSignOut(moved, browser));
        next = new URL(to, issuer).href;
      }
      const { pathname, search } = new URL(next);
      return pathname + search;
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
