import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface Caught {
  error: unknown;
}

/** Catches what a screen throws: says that nothing is lost, and offers to load the page again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { caught: Caught | null }> {
  override state: { caught: Caught | null } = { caught: null };

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } };
  }

  override render() {
    if (!this.state.caught) return this.props.children;
    return (
      <div role="alert">
        <EmptyState
          level={1}
          icon="alert"
          title="Something went wrong on this page"
          description="What you saved is still on this device."
          action={
            <Button tone="primary" icon="retry" onClick={() => location.reload()}>
              Load the page again
            </Button>
          }
        />
      </div>
    );
  }
}
