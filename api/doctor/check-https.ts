import { isLoopback } from '../auth/loopback.ts';

/** Browsers install the app, and keep it for offline use, only over HTTPS or from this machine. */
export function checkHttps(publicUrl: string): string[] {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || isLoopback(hostname)) return [];
  return ['No HTTPS: phones can neither install the app nor work offline. The README has the shortest way, under HTTPS at home.'];
}
