import {
  type Context,
  createContext,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { PHONE, useMedia } from './media.ts';

/** A part of the page that, on a phone, shows something of the first list below it. */
interface Place {
  /** Null until it is rendered. */
  element: HTMLElement | null;
  setElement: (element: HTMLElement | null) => void;
  /** Ids of the lists that ask for it, the first of which has it, and of the tools of the page. */
  lists: readonly string[];
  setLists: (change: (lists: readonly string[]) => readonly string[]) => void;
}

type PlaceContext = Context<Place | undefined>;

/** Where the search of a list is: above tabs of the second level and what else stands above the list. */
export const SearchPlace: PlaceContext = createContext<Place | undefined>(undefined);
/** Where the tools of a list are: in the menu of the page. */
export const ToolsPlace: PlaceContext = createContext<Place | undefined>(undefined);
/** Whether the content is shown in the menu of the page, whose buttons look like items. */
export const InPageMenu = createContext(false);
const InTabs = createContext(false);

export function usePlace(): Place {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [lists, setLists] = useState<readonly string[]>([]);
  return useMemo(() => ({ element, setElement, lists, setLists }), [element, lists]);
}

/**
 * The element of a place, for `createPortal`; null while it is not rendered yet. Undefined where there is none, or where
 * another list has it: then the list shows its part itself.
 */
export function useMyPlace(context: PlaceContext, wants: boolean): HTMLElement | null | undefined {
  const place = useContext(context);
  const id = useId();
  const setLists = place?.setLists;
  useLayoutEffect(() => {
    if (!setLists || !wants) return;
    setLists((lists) => [...lists, id]);
    return () => setLists((lists) => lists.filter((list) => list !== id));
  }, [setLists, wants, id]);
  const first = place?.lists.find((list) => !list.startsWith(OF_THE_PAGE));
  return wants && place && first === id ? place.element : undefined;
}

/** Content whose first list shows its search above it on a phone. */
export function SearchArea({ children }: { children: ReactNode }) {
  const isPhone = useMedia(PHONE);
  const place = usePlace();
  return (
    <SearchPlace.Provider value={isPhone ? place : undefined}>
      {isPhone && <div ref={place.setElement} style={{ display: 'contents' }} />}
      {children}
    </SearchPlace.Provider>
  );
}

/** The content of a tab: a search area, unless the tabs are within other tabs. */
export function TabArea({ children }: { children: ReactNode }) {
  const isNested = useContext(InTabs);
  if (isNested) return children;
  return (
    <InTabs.Provider value={true}>
      <SearchArea>{children}</SearchArea>
    </InTabs.Provider>
  );
}

/** Content that is in tabs, or in what stands for them: its tabs are of the second level. */
export function WithinTabs({ children }: { children: ReactNode }) {
  return <InTabs.Provider value={true}>{children}</InTabs.Provider>;
}

const OF_THE_PAGE = 'page:';

/** Buttons of a part of the page, in the menu of the page on a phone. */
export function PageTools({ children }: { children: ReactNode }) {
  const place = useContext(ToolsPlace);
  const id = `${OF_THE_PAGE}${useId()}`;
  const setLists = place?.setLists;
  useLayoutEffect(() => {
    if (!setLists) return;
    setLists((lists) => [...lists, id]);
    return () => setLists((lists) => lists.filter((list) => list !== id));
  }, [setLists, id]);
  if (!place) return children;
  return (
    place.element &&
    createPortal(<InPageMenu.Provider value={true}>{children}</InPageMenu.Provider>, place.element)
  );
}

/** Content whose lists are not those of the page: of a drawer or a panel. */
export function OutsidePlaces({ children }: { children: ReactNode }) {
  return (
    <SearchPlace.Provider value={undefined}>
      <ToolsPlace.Provider value={undefined}>{children}</ToolsPlace.Provider>
    </SearchPlace.Provider>
  );
}
