import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { isPublic, type ModuleName, modules } from './modules.ts';

/** A screen in a chunk of its own, fetched when it is shown or a moment before. */
export type LazyPage<Props> = LazyExoticComponent<ComponentType<Props>> & { preload: () => void };

export function lazyPage<Props>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  return Object.assign(
    lazy(async () => ({ default: await load() })),
    {
      preload: () => {
        // Fetched ahead of need: a failure shows when the page is really opened.
        load().catch(() => undefined);
      },
    },
  );
}

type PageComponent = ComponentType<{ module: ModuleName }>;

/** Every page of web/pages; each file exports its page alone. */
const files = import.meta.glob<Record<string, PageComponent>>('../pages/*/*-page.tsx');

const loaded = new Map<string, LazyPage<{ module: ModuleName }>>();

function pageIn(file: string): LazyPage<{ module: ModuleName }> {
  let page = loaded.get(file);
  if (!page) {
    page = lazyPage(async () => {
      const load = files[`../pages/${file}.tsx`];
      if (!load) throw new Error(`there is no web/pages/${file}.tsx`);
      const [component] = Object.values(await load());
      return component!;
    });
    loaded.set(file, page);
  }
  return page;
}

/** The page of a module, or the one that says that it is not available yet. */
export function pageOf(name: ModuleName): LazyPage<{ module: ModuleName }> {
  return pageIn(
    modules[name].page ?? (isPublic(name) ? 'unbuilt/public-unbuilt-page' : 'unbuilt/unbuilt-page'),
  );
}
