import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';

/** Shown on a first visit without a connection, when this device has nothing to open yet. */
export function Unreachable() {
  return (
    <main className="grid min-h-dvh place-content-center">
      <EmptyState
        level={1}
        icon="offline"
        title="Longline can't be reached"
        description="Open it once while online. After that it also works offline."
        action={
          <Button tone="primary" onClick={() => location.reload()}>
            Try Again
          </Button>
        }
      />
    </main>
  );
}
