import { lazy, Suspense, type ComponentType } from 'react';

/** A sheet whose code is loaded when it is first opened. Its screen works without it. */
export function lazySheet<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Sheet = lazy(async () => ({ default: (await load()) as ComponentType<object> }));
  return (props) => (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  );
}
