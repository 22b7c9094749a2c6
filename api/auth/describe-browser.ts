import Bowser from 'bowser';
import type { SignIn } from '../contract/online-calls.ts';

/** No real User-Agent is longer. */
const AGENT_MAX = 1_000;
const KINDS: Partial<Record<string, SignIn['device']>> = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' };
/** For programs outside these lists, the parser returns the name that they give themselves. */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));

/**
 * The parts of a User-Agent by which people recognise a device: its kind, and 'Firefox on Linux'; null for a part that the
 * User-Agent does not name. Nothing else of it is stored.
 */
export function describeBrowser(userAgent: string | undefined): Pick<SignIn, 'device' | 'browser'> {
  if (!userAgent) return { device: null, browser: null };
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, AGENT_MAX));
  const device = KINDS[platform.type ?? ''] ?? null;
  if (!browser.name || !BROWSERS.has(browser.name)) return { device, browser: null };
  return { device, browser: os.name && SYSTEMS.has(os.name) ? `${browser.name} on ${os.name}` : browser.name };
}
