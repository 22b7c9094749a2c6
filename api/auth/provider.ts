import * as oidc from 'openid-client';
import { ProfilePatch } from '../contract/entities/user.ts';
import { mailableEmail } from '../contract/text.ts';
import type { OidcSettings } from '../env.ts';
import { isLoopback } from './loopback.ts';

/** The values that the provider's answer must match. They stay on the server; the browser never gets them. */
export interface ProviderChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** What the provider was asked to show first; it may refuse. */
  prompt?: Prompt;
}

/** Asks the person which account to use, or to prove that it is theirs, even if they are signed in at the provider. */
export type Prompt = 'select_account' | 'login';

/** In the order of preference. Some providers do not know the first, others not the second (docs/decisions/0082). */
export const PROMPTS: readonly Prompt[] = ['select_account', 'login'];

/** Sign-out waits no longer than this for the provider. */
const SIGN_OUT_PATIENCE_SECONDS = 2;

/** The identity that the provider confirmed. */
export interface ProvedIdentity {
  issuer: string;
  subject: string;
  /** A to Z in lower case (R14); null unless the provider says that it is verified. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

export interface Provider {
  /**
   * @param prompts in order of preference; sends the first one that the provider may know, or none
   * @throws when the provider cannot be reached
   */
  begin(prompts: readonly Prompt[]): Promise<{ location: URL; checks: ProviderChecks }>;
  /**
   * Exchanges the answer in `search` for an identity.
   * @throws oidc.AuthorizationResponseError when the provider denies; other errors when the answer does not match the
   * checks
   */
  complete(search: string, checks: ProviderChecks): Promise<ProvedIdentity>;
  /**
   * Where a browser ends its session at the provider and comes back to our first page (OpenID Connect RP-Initiated Logout
   * 1.0). Null when the provider offers none.
   * @throws when the provider does not answer in two seconds
   */
  findSignOut(): Promise<URL | null>;
}

/** Code flow with PKCE, state and nonce (OpenID Connect Core 1.0, section 3.1; RFC 7636). */
export function createProvider(settings: OidcSettings, publicUrl: string): Provider {
  const redirectUri = `${publicUrl}/api/login/callback`;
  let known: Promise<oidc.Configuration> | null = null;

  // Fetched at the first sign-in, so that the server starts without its provider. Failures are not cached.
  function configuration() {
    known ??= discover(settings).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  }

  return {
    async begin(prompts) {
      const config = await configuration();
      const known = config.serverMetadata().prompt_values_supported;
      const prompt = prompts.find((value) => !Array.isArray(known) || known.includes(value));
      const checks: ProviderChecks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
        ...(prompt && { prompt }),
      };
      const location = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
        ...(prompt && { prompt }),
      });
      return { location, checks };
    },

    async complete(search, { state, nonce, codeVerifier }) {
      const config = await configuration();
      // Behind a proxy the request has a different origin, so use the public address.
      const tokens = await oidc.authorizationCodeGrant(config, new URL(redirectUri + search), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
      });
      const idToken = tokens.claims();
      if (!idToken) throw new Error('the provider sent no ID token');
      // Many providers put only the subject into the ID token; the userinfo endpoint has the rest.
      const claims =
        idToken.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
          ? { ...idToken, ...(await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub)) }
          : idToken;
      return { issuer: idToken.iss, subject: idToken.sub, ...personOf(claims) };
    },

    async findSignOut() {
      // Discover again instead of using the cache, so that no one is sent to a provider that is down.
      const config = await discover(settings, SIGN_OUT_PATIENCE_SECONDS);
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${publicUrl}/` });
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings, timeout = 30): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  const onThisMachine = server.protocol === 'http:' && isLoopback(server.hostname);
  const execute = [oidc.enableNonRepudiationChecks, ...(onThisMachine ? [oidc.allowInsecureRequests] : [])];
  if (clientSecret === undefined) return oidc.discovery(server, clientId, undefined, oidc.None(), { execute, timeout });

  const config = await oidc.discovery(server, clientId, clientSecret, oidc.ClientSecretBasic(clientSecret), { execute, timeout });
  // Clients use Basic unless registered otherwise (OpenID Connect Registration, section 2).
  const takesBasic = config.serverMetadata().token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
  if (takesBasic) return config;
  const posting = new oidc.Configuration(config.serverMetadata(), clientId, clientSecret, oidc.ClientSecretPost(clientSecret));
  for (const set of execute) set(posting);
  return posting;
}

function personOf(claims: Record<string, unknown>): Pick<ProvedIdentity, 'email' | 'firstName' | 'lastName'> {
  // Some providers send the claim as text. An unverified email could belong to anyone.
  const vouchedFor = claims.email_verified === true || claims.email_verified === 'true';
  const email = mailableEmail.safeParse(claims.email);
  const name = (claim: unknown) => {
    const parsed = ProfilePatch.shape.firstName.safeParse(typeof claim === 'string' ? claim.trim() : claim);
    return parsed.success ? (parsed.data ?? null) : null;
  };
  return {
    email: vouchedFor && email.success ? email.data : null,
    firstName: name(claims.given_name),
    lastName: name(claims.family_name),
  };
}
