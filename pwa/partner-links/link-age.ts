import { PARTNER_LINK_DAYS } from '../../api/contract/limits.ts';
import type { ReadyLink } from '../../sync/store/setting-values.ts';

const DAY_MS = 86_400_000;
const LINK_MS = PARTNER_LINK_DAYS * DAY_MS;

/** Whether the link can still be shown, by this device's own clock. */
export const isUsable = ({ madeAt }: ReadyLink, now: number): boolean => now - madeAt < LINK_MS;

/** Renewed half-way, so that a phone that stays offline for a week still has one. */
export const isOld = ({ madeAt }: ReadyLink, now: number): boolean => now - madeAt > LINK_MS / 2;

/** Whether to ask the server about this device's link: once a day, and after it was on the screen. */
export const isCheckDue = (held: ReadyLink | undefined, now: number): boolean =>
  !held || held.wasShown || held.wasShared || isOld(held, now) || now - held.checkedAt >= DAY_MS;
