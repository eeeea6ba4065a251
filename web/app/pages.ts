import type { ComponentType } from 'react';
import { type LazyPage, lazyPage } from '../ui/lazy-page.ts';
import { type ModuleName, modules } from './modules.ts';

type PageComponent = ComponentType<{ module: ModuleName }>;

/** Loaders of all pages in web/pages; each file's only export is its page. */
const files = import.meta.glob<Record<string, PageComponent>>('../pages/*/*-page.tsx');

/** What pages need besides; the first screen does without. */
const loadKit = () => import('./page-kit.tsx');
const isFirst = (file: string) => file === modules.overview.page;

const loaded = new Map<string, LazyPage<{ module: ModuleName }>>();

function pageIn(file: string): LazyPage<{ module: ModuleName }> {
  let page = loaded.get(file);
  if (!page) {
    page = lazyPage(async () => {
      const load = files[`../pages/${file}.tsx`];
      if (!load) throw new Error(`there is no web/pages/${file}.tsx`);
      const [exported, kit] = await Promise.all([load(), isFirst(file) ? undefined : loadKit()]);
      const component = Object.values(exported)[0]!;
      return kit ? kit.withKit(component) : component;
    });
    loaded.set(file, page);
  }
  return page;
}

/** The page of a module; those with a page of their own (`ownPage`) have none here. */
export function pageOf(name: ModuleName): LazyPage<{ module: ModuleName }> {
  return pageIn(modules[name].page!);
}

/** Loads what all pages but the first screen need. */
export function preloadKit(): void {
  // A page that needs it tries again.
  loadKit().catch(() => undefined);
}
