import type { UploadQueue } from './queue.ts';

/** The portal's queue, once somebody has asked for it. */
export const running: { queue: UploadQueue | undefined } = { queue: undefined };
