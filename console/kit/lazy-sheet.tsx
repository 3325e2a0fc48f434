import { lazy, Suspense, type ComponentType } from 'react';

/** A sheet, or a part of a screen, whose code is loaded when it is first shown. Its screen works without it. */
export function lazySheet<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Sheet = lazy(async () => ({ default: (await load()) as ComponentType<object> }));
  return (props) => (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  );
}
