import type { PushKind, PushMessage } from '../../api/contract/push.ts';
import type { PushSetting } from '../../sync/store/setting-values.ts';

const WORDS: Record<PushKind, (from: string) => string> = {
  request: (from) => `${from} wants to be your training partner`,
  accepted: (from) => `${from} is now your training partner`,
  comment: (from) => `${from} commented on a session`,
  session: (from) => `${from} logged a session`,
};

/** The text of a notification. */
export const notificationWords = ({ kind, from }: Pick<PushMessage, 'kind' | 'from'>): string =>
  WORDS[kind](from ?? (kind === 'comment' || kind === 'session' ? 'A training partner' : 'Someone'));

/** The page that a tap opens. */
export function notificationPath({ kind, videoId }: Pick<PushMessage, 'kind' | 'videoId'>): string {
  if (!videoId) return '/friends';
  if (kind === 'comment') return `/video/${videoId}?tab=comments`;
  return kind === 'session' ? `/video/${videoId}` : '/friends';
}

/** Notifications with the same tag replace each other. Messages from older servers have no tag; build one from their fields. */
export const notificationTag = ({ tag, kind, from, videoId }: Omit<PushMessage, 'to'>): string =>
  tag ?? `${kind} ${from ?? ''} ${kind === 'comment' ? (videoId ?? '') : ''}`;

/** Whether this device shows notifications of this kind. The server may not know the device's newest setting yet. */
export const isNotificationWanted = (setting: PushSetting | undefined, { kind }: Pick<PushMessage, 'kind'>): boolean =>
  setting !== undefined && setting.on && setting.kinds.includes(kind);
