import type { PushKind, PushMessage } from '../../api/contract/push.ts';
import type { PushSetting } from '../../sync/settings.ts';

const WORDS: Record<PushKind, (from: string) => string> = {
  request: (from) => `${from} asks to be your training partner`,
  accepted: (from) => `${from} is now your training partner`,
  comment: (from) => `${from} has commented on a session`,
  session: (from) => `${from} has logged a session`,
};

/** A notification's one line. */
export const notificationWords = ({ kind, from }: Pick<PushMessage, 'kind' | 'from'>): string =>
  WORDS[kind](from ?? (kind === 'comment' || kind === 'session' ? 'A training partner' : 'Somebody'));

/** The page that shows it. */
export const notificationPath = ({ kind, videoId }: Pick<PushMessage, 'kind' | 'videoId'>): string =>
  (kind === 'comment' || kind === 'session') && videoId ? `/video/${videoId}` : '/friends';

/** What replaces what on the screen. Those that were sent before there were tags go by the name. */
export const notificationTag = ({ tag, kind, from, videoId }: Omit<PushMessage, 'to'>): string =>
  tag ?? `${kind} ${from ?? ''} ${kind === 'comment' ? (videoId ?? '') : ''}`;

/** As this device is set now, whatever the server knows of it. */
export const isNotificationWanted = (setting: PushSetting | undefined, { kind }: Pick<PushMessage, 'kind'>): boolean =>
  setting !== undefined && setting.on && setting.kinds.includes(kind);
