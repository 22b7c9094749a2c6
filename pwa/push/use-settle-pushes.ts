import { useEffect } from 'react';
import { readSetting } from '../../sync/settings.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { whenIdle } from '../sync/when-idle.ts';
import { usePushSetting } from './use-push-setting.ts';

/**
 * Brings browser and server to what was chosen: at the start, after each change, when a connection comes back, and where
 * that did not succeed, each time that the app is looked at again: a server that was down sends no `online`.
 */
export function useSettlePushes(): void {
  const store = useStore();
  const ports = usePorts();
  const { setting } = usePushSetting();
  const chosen = setting && JSON.stringify([setting.on, setting.kinds]);
  useEffect(() => {
    if (!chosen) return;
    let last = Promise.resolve();
    const settle = () => {
      // With the contract's schemas, which are more than the first paint should wait for.
      last = last.then(async () => (await import('./push-service.ts')).settlePushes(store, ports)).catch(() => undefined);
    };
    const settleWhatFailed = async () => {
      if (document.visibilityState === 'visible' && (await readSetting(store, 'push'))?.problem) settle();
    };
    const lookedAt = () => void settleWhatFailed().catch(() => undefined);
    const forget = whenIdle(settle);
    addEventListener('online', settle);
    document.addEventListener('visibilitychange', lookedAt);
    return () => {
      forget();
      removeEventListener('online', settle);
      document.removeEventListener('visibilitychange', lookedAt);
    };
  }, [store, ports, chosen]);
}
