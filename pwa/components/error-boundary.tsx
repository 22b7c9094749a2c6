import type { ReactNode } from 'react';
import { Boundary } from './boundary.tsx';
import { Button } from './button.tsx';
import { CopyDetails } from './copy-details.tsx';
import { EmptyState } from './empty-state.tsx';

/** Wraps a whole screen as the last resort: says that saved work is safe, and offers a reload. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary
      fallback={({ isLoadFailure, details }) => (
        <div role="alert">
          <EmptyState
            level={1}
            icon="alert"
            title={isLoadFailure ? "This page couldn't load" : 'Something went wrong on this page'}
            description="What you saved is still on this device."
            action={
              <div className="grid justify-items-center gap-1">
                <Button tone="primary" icon="retry" onClick={() => location.reload()}>
                  Reload the page
                </Button>
                {!isLoadFailure && <CopyDetails details={details} />}
              </div>
            }
          />
        </div>
      )}
    >
      {children}
    </Boundary>
  );
}
