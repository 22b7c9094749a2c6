import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';

/** For a first visit offline, when this device has nothing to open yet. */
export function Unreachable() {
  return (
    <main className="grid min-h-dvh place-content-center">
      <EmptyState
        level={1}
        icon="offline"
        title="Longline can't be reached"
        description="Open it once with a connection. After that it works without one."
        action={
          <Button tone="primary" onClick={() => location.reload()}>
            Try Again
          </Button>
        }
      />
    </main>
  );
}
