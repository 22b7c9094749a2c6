import { SYNC_VERSION_OLDEST } from '../contract/sync-protocol.ts';
import { Refusal } from '../errors.ts';

/**
 * Refuses apps that are older than the server supports, before reading the rest of their request.
 * @throws Refusal 426; the app keeps its queue until it is updated (R127)
 */
export function mustBeAcceptedVersion(sent: unknown): void {
  const version = (sent as { version?: unknown } | null | undefined)?.version;
  if (typeof version === 'number' && version < SYNC_VERSION_OLDEST) {
    throw new Refusal('upgrade_required', 'Please update the app. Your log is kept on this device.');
  }
}
