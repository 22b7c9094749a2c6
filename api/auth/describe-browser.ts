import Bowser from 'bowser';
import type { SignIn } from '../contract/online-calls.ts';

/** Longer ones are made up. */
const AGENT_MAX = 1_000;
const KINDS: Partial<Record<string, SignIn['device']>> = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' };
/** For programs outside these lists, the parser returns the name that they give themselves. */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));

/**
 * A device as people recognise it, from its User-Agent: its kind, and 'Firefox on Linux'. Null where it does not say.
 * Nothing else of the User-Agent is stored.
 */
export function describeBrowser(userAgent: string | undefined): Pick<SignIn, 'device' | 'browser'> {
  if (!userAgent) return { device: null, browser: null };
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, AGENT_MAX));
  const device = KINDS[platform.type ?? ''] ?? null;
  if (!browser.name || !BROWSERS.has(browser.name)) return { device, browser: null };
  return { device, browser: os.name && SYSTEMS.has(os.name) ? `${browser.name} on ${os.name}` : browser.name };
}
