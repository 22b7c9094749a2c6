import { Component, type ErrorInfo, type ReactNode } from 'react';
import { errorDetails, isLoadFailure } from './error-details.ts';

/** The failure, described to the fallback that replaces the children. */
export interface Broken {
  /** The code failed to load, so only a reload helps. */
  isLoadFailure: boolean;
  details: string;
}

export interface BoundaryProps {
  /** Id of the row shown, included in the details. */
  id?: string;
  /** A new value means new content: render the children again. */
  resetKey?: unknown;
  fallback: (broken: Broken) => ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  caught: { error: unknown } | null;
  componentStack: string;
  resetKey: unknown;
}

/** Renders `fallback` when a child throws, and tries again when `resetKey` changes. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { caught: null, componentStack: '', resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return resetKey === state.resetKey ? null : { caught: null, resetKey };
  }

  override componentDidCatch(_error: unknown, { componentStack }: ErrorInfo) {
    this.setState({ componentStack: componentStack ?? '' });
  }

  override render() {
    const { caught, componentStack } = this.state;
    if (!caught) return this.props.children;
    return this.props.fallback({
      isLoadFailure: isLoadFailure(caught.error),
      details: errorDetails(caught.error, componentStack, this.props.id),
    });
  }
}
