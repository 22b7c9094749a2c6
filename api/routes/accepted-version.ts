import { SYNC_VERSION_OLDEST } from '../contract/sync-protocol.ts';
import { Refusal } from '../errors.ts';

/**
 * Turns away apps that are older than the server still understands, before reading anything else of what they sent.
 * @throws Refusal 426; the app keeps its queue until it has been updated (design section 4, Upgrades)
 */
export function mustBeAcceptedVersion(sent: unknown): void {
  const version = (sent as { version?: unknown } | null | undefined)?.version;
  if (typeof version === 'number' && version < SYNC_VERSION_OLDEST) {
    throw new Refusal('upgrade_required', 'Please update the app. What you have logged is kept on this device.');
  }
}
