import type { ComponentType } from 'react';
import { type LazyPage, lazyPage } from '../ui/lazy-page.ts';
import { type ModuleName, modules } from './modules.ts';

type PageComponent = ComponentType<{ module: ModuleName }>;

/** Loaders of all pages in web/pages; each file's only export is its page. */
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

/** The page of a module; those with a page of their own (`ownPage`) have none here. */
export function pageOf(name: ModuleName): LazyPage<{ module: ModuleName }> {
  return pageIn(modules[name].page!);
}
