import { Classes, PopoverNext } from '@blueprintjs/core';
import type { ComponentProps, KeyboardEvent, ReactElement, ReactNode } from 'react';

type Library = ComponentProps<typeof PopoverNext>;

interface PopoverProps
  extends Pick<Library, 'placement' | 'enforceFocus' | 'transitionDuration' | 'onOpening'> {
  isOpen: boolean;
  /** `byEscape`: closed by that key. */
  onInteraction: (isOpen: boolean, byEscape: boolean) => void;
  /** Focuses something when it has closed. Not called if the user has gone elsewhere meanwhile. */
  onReturn: () => void;
  /** After `onReturn`. */
  onClosed?: () => void;
  content: ReactNode;
  /** The button that opens it. */
  children: ReactElement;
}

/**
 * The library's popover, without its return of the focus: that comes after the animation, and takes the focus from a field
 * in which somebody types by then.
 */
export function Popover(props: PopoverProps) {
  const { onInteraction, onReturn, onClosed, content, children, ...popover } = props;
  return (
    <PopoverNext
      {...popover}
      onInteraction={(isOpen) => onInteraction(isOpen, false)}
      shouldReturnFocusOnClose={false}
      onClosed={(element: HTMLElement | null) => {
        const { activeElement } = document;
        const isNowhere = activeElement === null || activeElement === document.body;
        // The library's own places for the focus are around the element.
        const own = element?.closest(`.${Classes.OVERLAY}`);
        if (isNowhere || own?.contains(activeElement)) onReturn();
        onClosed?.();
      }}
      content={
        // biome-ignore lint/a11y/noStaticElementInteractions: the key closes it and not the dialog around it
        <div
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Escape') return;
            // The library would return the focus, whatever it is told.
            event.preventDefault();
            event.stopPropagation();
            onInteraction(false, true);
          }}
        >
          {content}
        </div>
      }
    >
      {children}
    </PopoverNext>
  );
}
