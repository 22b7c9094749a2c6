import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { isLoopback } from './auth/loopback.ts';
import type { AppEnv } from './services.ts';

/** The source expression that allows one inline script or style (CSP level 3, section 2.3.1). */
export const sourceHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * A policy that allows only what this origin serves, and inline scripts and styles with these hashes. Never uses
 * 'unsafe-inline': scripts set styles through the CSSOM, which the policy does not govern.
 */
export function contentSecurityPolicy({ scripts = [], styles = [] }: { scripts?: readonly string[]; styles?: readonly string[] } = {}) {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "font-src 'self'",
    // Pictures and videos that are only on the device are shown from blobs, small drawings from data URLs.
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

// The app films sessions, keeps the screen on during uploads, shares links and plays videos full screen; the rest is
// off.
const PERMISSIONS = [
  'camera=(self)',
  'microphone=(self)',
  'fullscreen=(self)',
  'screen-wake-lock=(self)',
  'clipboard-write=(self)',
  'picture-in-picture=(self)',
  'clipboard-read=()',
  'display-capture=()',
  'geolocation=()',
  'accelerometer=()',
  'gyroscope=()',
  'magnetometer=()',
  'midi=()',
  'payment=()',
  'usb=()',
].join(', ');

/**
 * Sets the security headers on every answer, unless the answer has set one itself: uploaded media use a sandboxing
 * policy, and the sign-in pages have their own. Parts of a page get only those that browsers apply to them
 * (docs/decisions/0135).
 * @param options.scripts hashes of the inline scripts in the app's page, @see sourceHash
 */
export function securityHeaders(options: {
  publicUrl: string;
  scripts?: readonly string[];
  styles?: readonly string[];
}): MiddlewareHandler<AppEnv> {
  const tls = new URL(options.publicUrl).protocol === 'https:';
  const everywhere: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Browsers ignore this without TLS. On a name that people also reach without TLS, it would lock them out.
    ...(tls && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
  const ofDocuments: Record<string, string> = {
    'Content-Security-Policy': contentSecurityPolicy(options),
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS,
  };
  return async (c, next) => {
    await next();
    const headers = c.var.partOfPage ? everywhere : { ...everywhere, ...ofDocuments };
    // Without TLS, browsers ignore this header and log a warning, except on the machine itself.
    if (!c.var.partOfPage && (tls || isLoopback(new URL(c.req.url).hostname))) c.header('Cross-Origin-Opener-Policy', 'same-origin');
    for (const [name, value] of Object.entries(headers)) {
      if (!c.res.headers.has(name)) c.header(name, value);
    }
    if (c.req.path.startsWith('/api/') && !c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  };
}
