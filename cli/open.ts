import type { App } from '@nimule/core/context';
import type { OpenSettings } from '@nimule/core/create-app';
import { type Io, printMessage } from './io.ts';

export interface OpenedHost {
  app: App;
  close(): Promise<void>;
}

/** Opens the database for one command; tests pass their own. */
export type Host = (settings: OpenSettings) => Promise<OpenedHost>;

/** Opens the configured database for a shell: with a running server, or alone. */
export function openHost(io: Io): Host {
  return async (settings) => {
    const [{ readConfig }, { createApp }] = await Promise.all([
      import('@nimule/core/config'),
      import('@nimule/core/create-app'),
    ]);
    const debug = io.env.ISP_LOG_LEVEL === 'debug';
    const log = (data: object, message: string) => {
      if (debug) printMessage(io, `${message} ${JSON.stringify(data)}`);
    };
    return createApp(readConfig(io.env), {
      role: 'shell',
      log: { info: log, warn: log, error: log },
      onWait: (message) => printMessage(io, message),
      ...settings,
    });
  };
}
