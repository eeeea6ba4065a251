import type { TooltipProps } from '@blueprintjs/core';
import type { ComponentType } from 'react';

let loaded: ComponentType<TooltipProps> | undefined;

/**
 * Blueprint's tooltip, if it has been loaded (tooltip.ts): with what places it, it is larger than all else that the first
 * screen takes of the library. Every other screen is shown after it.
 */
export function loadedTooltip(): ComponentType<TooltipProps> | undefined {
  return loaded;
}

export function setTooltip(tooltip: ComponentType<TooltipProps>): void {
  loaded = tooltip;
}
