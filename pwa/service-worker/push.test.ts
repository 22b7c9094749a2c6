import { describe, expect, it } from 'vitest';
import { PUSH_KINDS } from '../../api/contract/push-kinds.ts';
import { isNotificationWanted, notificationPath, notificationTag, notificationWords } from './notification-words.ts';
import { openPath, type OpenWindow } from './open-path.ts';

const ORIGIN = 'https://longline.example.org';

function browser(...open: { url: string; visible?: boolean; refusesFocus?: boolean }[]) {
  const done: string[] = [];
  const windows = open.map(
    ({ url, visible = false, refusesFocus = false }): OpenWindow => ({
      url,
      visibilityState: visible ? 'visible' : 'hidden',
      focus: () => (refusesFocus ? Promise.reject(new Error('Not allowed')) : Promise.resolve(done.push(`focus ${url}`))),
      postMessage: (message) => void done.push(`tell ${url} ${JSON.stringify(message)}`),
    }),
  );
  return { done, matchAll: () => Promise.resolve(windows), openWindow: (url: string) => Promise.resolve(done.push(`open ${url}`)) };
}

describe('a tapped notification', () => {
  it('opens the app if it has no window', async () => {
    const closed = browser({ url: 'https://elsewhere.example.org/' }, { url: `${ORIGIN}/api/login` }, { url: 'about:blank' });
    await openPath(closed, ORIGIN, '/friends');
    expect(closed.done).toEqual(['open /friends']);
  });

  it('focuses an existing window, preferably the visible one, and navigates it without a reload', async () => {
    const open = browser({ url: `${ORIGIN}/` }, { url: `${ORIGIN}/cues`, visible: true });
    await openPath(open, ORIGIN, '/video/1');
    expect(open.done).toEqual([`focus ${ORIGIN}/cues`, `tell ${ORIGIN}/cues {"type":"OPEN","path":"/video/1"}`]);
    const still = browser({ url: `${ORIGIN}/`, refusesFocus: true });
    await openPath(still, ORIGIN, '/video/1');
    expect(still.done).toEqual([`tell ${ORIGIN}/ {"type":"OPEN","path":"/video/1"}`]);
  });
});

describe('a notification', () => {
  const videoId = '11111111-1111-4111-8111-111111111111';

  it('names the person and event, never the text', () => {
    expect(PUSH_KINDS.map((kind) => notificationWords({ kind, from: 'Ruth Baxter' }))).toEqual([
      'Ruth Baxter wants to be your training partner',
      'Ruth Baxter is now your training partner',
      'Ruth Baxter commented on a session',
      'Ruth Baxter logged a session',
    ]);
    expect(PUSH_KINDS.map((kind) => notificationWords({ kind, from: null }))).toEqual([
      'Someone wants to be your training partner',
      'Someone is now your training partner',
      'A training partner commented on a session',
      'A training partner logged a session',
    ]);
  });

  it('opens the session or the partners page', () => {
    expect(PUSH_KINDS.map((kind) => notificationPath({ kind, videoId }))).toEqual([
      '/friends',
      '/friends',
      `/video/${videoId}?tab=comments`,
      `/video/${videoId}`,
    ]);
    expect(notificationPath({ kind: 'comment', videoId: null })).toBe('/friends');
  });

  it('replaces only those with the same tag, and without a tag from the server never those of another person', () => {
    const one = { kind: 'session', from: 'Ruth Baxter', videoId, tag: 'a' } as const;
    expect(notificationTag(one)).toBe(notificationTag({ ...one, videoId: null }));
    expect(notificationTag(one)).not.toBe(notificationTag({ ...one, tag: 'b' }));
    const { tag: _, ...untagged } = one;
    expect(notificationTag(untagged)).not.toBe(notificationTag({ ...untagged, from: 'Kate Ellison' }));
  });

  it('is not shown if its kind is off on this device, whatever the server knows', () => {
    const setting = { on: true, kinds: ['comment'], subscriptionId: null, problem: null } as const;
    expect([setting, { ...setting, on: false }, undefined].map((each) => isNotificationWanted(each, { kind: 'comment' }))).toEqual([
      true,
      false,
      false,
    ]);
    expect(isNotificationWanted(setting, { kind: 'session' })).toBe(false);
  });
});
