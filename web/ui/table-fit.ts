import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * What a table gives up to fit its width, each step in addition to those before it:
 * 0 nothing, 1 wide padding and long texts, 2 columns of priority 4, 3 those of priority 3, 4 the buttons of a row,
 * which go behind its menu, 5 columns marked `lesser`, 6 being a table: each row becomes a card.
 */
export type Fit = 0 | 1 | 2 | 3 | 4 | 5 | 6;
export const FIT_CARDS = 6;

/** Up to this width in pixels rows are cards, whatever would fit: they are read on a phone. */
const PHONE_WIDTH = 600;

interface Measured {
  width: number;
  fit: Fit;
}

function atFirst(width: number): Measured {
  return { width, fit: width > 0 && width <= PHONE_WIDTH ? FIT_CARDS : 0 };
}

/**
 * Finds by measuring how much a table must give up so that nothing of it lies outside its frame. Columns come and go
 * by what they hold, not by fixed widths: a list with long amounts needs more room than one with short ones.
 * Measured again when `content` changes (the table then only gives up more, so that columns do not come and go from
 * page to page) and, from the beginning, when the width changes.
 */
export function useFit(frame: RefObject<HTMLElement | null>, content: readonly unknown[]): Fit {
  const [measured, setMeasured] = useState<Measured>({ width: 0, fit: 0 });
  const { width, fit } = measured;

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
    const scroller = frame.current?.querySelector('table')?.parentElement;
    if (!scroller || width === 0 || fit === FIT_CARDS) return;
    if (scroller.scrollWidth > scroller.clientWidth) setMeasured({ width, fit: (fit + 1) as Fit });
  }, [frame, width, fit, ...content]);

  return fit;
}
