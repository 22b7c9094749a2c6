import { useMemo } from 'react';
import type { PushKind } from '../../api/contract/push.ts';
import { PUSH_KINDS } from '../../api/contract/push-kinds.ts';
import { readSetting, writeSetting } from '../../sync/store/settings.ts';
import type { PushSetting } from '../../sync/store/setting-values.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';

const UNDECIDED: PushSetting = { on: false, kinds: PUSH_KINDS, subscriptionId: null, problem: null };

export interface PushChoice {
  /** Null if the person has not decided; undefined while loading. */
  setting: PushSetting | null | undefined;
  /** Shows the browser's permission prompt if needed. @returns the resulting permission */
  turnOn(): Promise<NotificationPermission>;
  turnOff(): Promise<void>;
  choose(kind: PushKind, wanted: boolean): Promise<void>;
}

/** The notification setting of this browser. Only stores it; `useSettlePushes` applies it to browser and server. */
export function usePushSetting(): PushChoice {
  const store = useStore();
  const setting = useLive(async () => (await readSetting(store, 'push')) ?? null, [store]);
  const actions = useMemo(() => {
    const change = (to: (before: PushSetting) => PushSetting) =>
      store.transaction('rw', store.settings, async () => writeSetting(store, 'push', to((await readSetting(store, 'push')) ?? UNDECIDED)));
    return {
      async turnOn() {
        const permission = await Notification.requestPermission();
        if (permission === 'granted') await change((before) => ({ ...before, on: true }));
        return permission;
      },
      turnOff: () => change((before) => ({ ...before, on: false })),
      choose: (kind: PushKind, wanted: boolean) =>
        change((before) => ({ ...before, kinds: PUSH_KINDS.filter((each) => (each === kind ? wanted : before.kinds.includes(each))) })),
    };
  }, [store]);
  return { setting, ...actions };
}
