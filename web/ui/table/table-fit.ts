import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * What a table leaves out to fit its width, each step in addition to those before it: 0 nothing, 1 columns of
 * priority 4, 2 those of priority 3, 3 the buttons of a row, which go behind its menu, 4 columns marked `lesser`,
 * 5 being a table: each row becomes a card.
 */
export type Fit = 0 | 1 | 2 | 3 | 4 | 5;
export const FIT_MENU = 3;
export const FIT_LESSER = 4;
export const FIT_CARDS = 5;

/** Up to this width in pixels rows are cards, whatever would fit: they are read on a phone. */
const PHONE_WIDTH = 600;
/** On the frame: less padding, and texts cut at `TEXT_WIDTH`. Tried before anything is left out. */
const TIGHT = 'data-tight';
const TEXT_WIDTH = '--text-width';
/** How short texts are cut in pixels, by fit: sooner than a name is cut short, a column that matters little goes. */
const TEXT_MIN: Readonly<Record<Fit, number>> = { 0: 180, 1: 160, 2: 140, 3: 120, 4: 120, 5: 0 };
const TEXT_MAX = 320;
/** How exactly the room for texts is found. */
const TEXT_STEP = 8;

interface Measured {
  width: number;
  fit: Fit;
}

function atFirst(width: number): Measured {
  return { width, fit: width > 0 && width <= PHONE_WIDTH ? FIT_CARDS : 0 };
}

/** The longest of which `fits` is true, to a step, where it is true of `from` and false beyond some length. */
function longest(from: number, to: number, fits: (length: number) => boolean): number {
  let [good, bad] = [from, to + TEXT_STEP];
  while (bad - good > TEXT_STEP) {
    const middle = Math.round((good + bad) / 2);
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/**
 * Finds by measuring how much a table must leave out so that nothing of it lies outside its frame. Columns come and go
 * by what they hold, not by fixed widths: a list with long amounts needs more room than one with short ones.
 * Measured again when `content` changes (the table then only leaves out more, so that columns do not come and go from
 * page to page) and, from the beginning, when the width changes.
 */
export function useFit(frame: RefObject<HTMLElement | null>, content: readonly unknown[]): Fit {
  const [{ width, fit }, setMeasured] = useState<Measured>({ width: 0, fit: 0 });

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const follow = () => {
      const now = element.clientWidth;
      setMeasured((before) => (before.width === now ? before : atFirst(now)));
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);

  useLayoutEffect(() => {
    const element = frame.current;
    const scroller = element?.querySelector('table')?.parentElement;
    if (!element || !scroller || width === 0) return;
    if (fit === FIT_CARDS) {
      element.removeAttribute(TIGHT);
      return;
    }
    const fits = () => scroller.scrollWidth <= scroller.clientWidth;
    element.removeAttribute(TIGHT);
    if (fits()) return;
    element.setAttribute(TIGHT, '');
    const textFits = (pixels: number) => {
      element.style.setProperty(TEXT_WIDTH, `${pixels}px`);
      return fits();
    };
    const shortest = TEXT_MIN[fit];
    if (textFits(shortest)) textFits(longest(shortest, TEXT_MAX, textFits));
    else setMeasured({ width, fit: (fit + 1) as Fit });
  }, [frame, width, fit, ...content]);

  return fit;
}
