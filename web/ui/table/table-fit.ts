import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * What a table hides to fit its width, each level in addition to the previous ones: 0 nothing, 1 columns of priority 4,
 * 2 row buttons (moved to a menu), 3 columns of priority 3, 4 columns marked `lesser`, 5 the table: each row is a card.
 */
export type Fit = 0 | 1 | 2 | 3 | 4 | 5;
export const FIT_MENU = 2;
export const FIT_PRIORITY_3 = 3;
export const FIT_LESSER = 4;
export const FIT_CARDS = 5;

/** Up to this width in pixels rows are always cards. */
const PHONE_WIDTH = 600;
/** Attribute of the frame: less padding, and texts cut at `TEXT_WIDTH`. Tried before hiding columns. */
const TIGHT = 'data-tight';
const TEXT_WIDTH = '--text-width';
/** Minimum text width in pixels, by fit. If it is not enough, the next level is used. */
const TEXT_MIN: Readonly<Record<Fit, number>> = { 0: 180, 1: 160, 2: 140, 3: 120, 4: 120, 5: 0 };
const TEXT_MAX = 320;
/** Precision of the text width in pixels. */
const TEXT_STEP = 8;

interface Measured {
  width: number;
  fit: Fit;
}

function initialFit(width: number): Measured {
  return { width, fit: width > 0 && width <= PHONE_WIDTH ? FIT_CARDS : 0 };
}

/** Binary search for the largest length that fits, to a precision of TEXT_STEP; `from` must fit. */
function largestFitting(from: number, to: number, fits: (length: number) => boolean): number {
  let [good, bad] = [from, to + TEXT_STEP];
  while (bad - good > TEXT_STEP) {
    const middle = Math.round((good + bad) / 2);
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/**
 * Measures how much a table must hide so that it fits its frame. Columns have no fixed widths: a list with long amounts
 * needs more width than one with short ones. Measured again when `content` changes (then the level only increases, so
 * that the columns do not change from page to page) and from level 0 when the width changes.
 */
export function useFit(frame: RefObject<HTMLElement | null>, content: readonly unknown[]): Fit {
  const [{ width, fit }, setMeasured] = useState<Measured>({ width: 0, fit: 0 });

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onResize = () => {
      const now = element.clientWidth;
      setMeasured((before) => (before.width === now ? before : initialFit(now)));
    };
    onResize();
    const observer = new ResizeObserver(onResize);
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
    if (textFits(shortest)) textFits(largestFitting(shortest, TEXT_MAX, textFits));
    else setMeasured({ width, fit: (fit + 1) as Fit });
  }, [frame, width, fit, ...content]);

  return fit;
}
