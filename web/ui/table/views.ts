import { type ComponentType, createContext } from 'react';
import type { ListState } from './list-state.ts';

/** The menu of a user's saved views, next to the filters of a list; the portal has one, other pages none. */
export const ViewsMenu = createContext<
  ComponentType<{ list: ListState; label: string }> | undefined
>(undefined);
