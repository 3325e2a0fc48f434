import { Component, type ReactNode } from 'react';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { words } from '#console/words/en/frame.ts';
import { Screen } from './Screen.tsx';

interface BoundaryState {
  readonly hasFailed: boolean;
}

/** Shows a retry if a screen cannot be loaded or throws. */
export class Boundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): BoundaryState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Screen title={words.failed.title}>
        <Empty says={words.failed.says}>
          <Button onPress={() => location.reload()}>{words.failed.again}</Button>
        </Empty>
      </Screen>
    );
  }
}
