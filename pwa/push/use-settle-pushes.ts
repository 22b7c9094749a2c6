import { useEffect } from 'react';
import { readSetting } from '../../sync/store/settings.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { afterFirstCards } from '../sync/first-cards.ts';
import { usePushSetting } from './use-push-setting.ts';

/**
 * Applies the notification setting at startup, after each change and when the connection returns. After a failure it also
 * retries each time the app becomes visible, because a server that was down triggers no `online` event.
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
      // Import late: push-service.ts brings the contract's schemas, which the first cards should not wait for.
      last = last.then(async () => (await import('./push-service.ts')).settlePushes(store, ports)).catch(() => undefined);
    };
    const settleWhatFailed = async () => {
      if (document.visibilityState === 'visible' && (await readSetting(store, 'push'))?.problem) settle();
    };
    const lookedAt = () => void settleWhatFailed().catch(() => undefined);
    const forget = afterFirstCards(settle);
    addEventListener('online', settle);
    document.addEventListener('visibilitychange', lookedAt);
    return () => {
      forget();
      removeEventListener('online', settle);
      document.removeEventListener('visibilitychange', lookedAt);
    };
  }, [store, ports, chosen]);
}
