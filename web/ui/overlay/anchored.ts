import { type RefObject, useLayoutEffect } from 'react';

const GAP = 2;
/** Distance from the edges of the window. */
const MARGIN = 8;
const MAX_HEIGHT = 280;
/** Above the anchor, if below it there is less room than this, and more above. */
const ENOUGH = 200;
/** Narrower anchors, such as the boxes of a row, get a list that can be read. */
const MIN_WIDTH = 280;

/** The part of the window that the keyboard of a telephone leaves. */
function visibleWindow() {
  const { visualViewport: part } = window;
  const top = part?.offsetTop ?? 0;
  return {
    top,
    bottom: top + (part?.height ?? window.innerHeight),
    width: document.documentElement.clientWidth,
  };
}

/** Where an element stands beside its anchor, as styles. */
export function placeBeside(
  anchor: Pick<DOMRect, 'top' | 'bottom' | 'left' | 'width'>,
  wanted: number,
  room: { top: number; bottom: number; width: number },
) {
  const below = room.bottom - anchor.bottom - GAP - MARGIN;
  const above = anchor.top - room.top - GAP - MARGIN;
  const isAbove = below < Math.min(wanted, ENOUGH) && above > below;
  const height = Math.max(0, Math.min(MAX_HEIGHT, wanted, isAbove ? above : below));
  const width = Math.min(Math.max(anchor.width, MIN_WIDTH), room.width - 2 * MARGIN);
  const left = Math.max(MARGIN, Math.min(anchor.left, room.width - MARGIN - width));
  const top = isAbove ? anchor.top - GAP - height : anchor.bottom + GAP;
  return { top, left, width, height };
}

/**
 * Shows an element with the attribute `popover` over everything else, beside its anchor and as wide as that: it moves
 * nothing, and no dialog cuts it.
 */
export function useAnchored(
  isOpen: boolean,
  anchor: RefObject<HTMLElement | null>,
  element: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const { current: shown } = element;
    // Simulated browsers have no top layer.
    if (!isOpen || !shown?.showPopover) return;
    shown.showPopover();
    let last = '';
    let frame = 0;
    // In each frame, because a dialog that opens moves its fields without an event.
    const follow = () => {
      frame = requestAnimationFrame(follow);
      const rect = anchor.current?.getBoundingClientRect();
      if (!rect) return;
      const room = visibleWindow();
      const borders = shown.offsetHeight - shown.clientHeight;
      const wanted = shown.scrollHeight + borders;
      const place = placeBeside(rect, wanted, room);
      const text = Object.values(place).join();
      if (text === last) return;
      last = text;
      for (const [name, size] of Object.entries(place)) {
        const property = name === 'height' ? 'maxHeight' : (name as 'top' | 'left' | 'width');
        shown.style[property] = `${size}px`;
      }
    };
    follow();
    return () => {
      cancelAnimationFrame(frame);
      if (shown.matches(':popover-open')) shown.hidePopover();
    };
  }, [isOpen, anchor, element]);
}
