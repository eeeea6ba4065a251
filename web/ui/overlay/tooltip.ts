import { Tooltip } from '@blueprintjs/core';
import { setTooltip } from './hint.ts';

// For the buttons that are shown from now on.
setTooltip(Tooltip);
