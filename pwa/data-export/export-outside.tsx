import { useMemo } from 'react';
import { pagePorts } from '../online/page-ports.ts';
import { OnlineAccountContext } from '../sync/online-account.ts';
import { ExportSection } from './export-section.tsx';

/** 'Export' for a person who has lost access to the app (R371). Opens no store, and leaves nothing on the device. */
export function ExportOutside({ userId }: { userId: string }) {
  const account = useMemo(() => ({ userId, ports: pagePorts, store: null }), [userId]);
  return (
    <OnlineAccountContext value={account}>
      <ExportSection />
    </OnlineAccountContext>
  );
}
