import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Rendered in place of the children after an error. `again` renders the children again. */
  renderBroken: (again: () => void, error: unknown) => ReactNode;
}

/** Catches errors of rendering, so that one part cannot take the rest of the screen with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return this.props.renderBroken(() => this.setState({ failure: null }), failure.error);
  }
}
