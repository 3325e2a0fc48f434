import { Component, type ReactNode } from 'react';
import { ErrorState } from '#ui/ErrorState.tsx';
import { words } from '#web/words/en/layout.ts';

/** Catches errors of rendering and of loading code, so that the screen is never blank. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <ErrorState title={words.broken.title} onRetry={() => location.reload()}>
        {isLoadError(error) ? words.broken.newVersion : words.broken.text}
      </ErrorState>
    );
  }
}

/** Browsers reject a failed import() with a TypeError whose text names the module. */
function isLoadError(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}
