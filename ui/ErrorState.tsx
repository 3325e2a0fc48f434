import type { ReactNode } from 'react';
import { words } from '#ui/words/en/kit.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import type { IconPath } from './Icon.tsx';
import { icons } from './icons.ts';

interface ErrorStateProps {
  title: ReactNode;
  children?: ReactNode;
  icon?: IconPath;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
}

/** Shown instead of the content: what went wrong and how to continue. */
export function ErrorState({ title, children, icon = icons.warning, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={icon}
        title={title}
        action={
          onRetry && (
            <Button variant="secondary" icon={icons.repeat} pending={retrying} onClick={onRetry}>
              {words.tryAgain}
            </Button>
          )
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
