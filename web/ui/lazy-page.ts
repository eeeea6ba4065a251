import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A component in its own chunk, loaded when rendered or by `preload`. */
export type LazyPage<Props> = LazyExoticComponent<ComponentType<Props>> & { preload: () => void };

export function lazyPage<Props>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  return Object.assign(
    lazy(async () => ({ default: await load() })),
    {
      preload: () => {
        // An error is shown when the page is rendered.
        load().catch(() => undefined);
      },
    },
  );
}
