import type { App } from '@nimule/core/context';
import type { OpenSettings } from '@nimule/core/create-app';
import { type Io, tell as tellLine } from './io.ts';

export interface OpenedHost {
  app: App;
  close(): Promise<void>;
}

/** Opens the product for one command; tests open theirs. */
export type Host = (settings: OpenSettings) => Promise<OpenedHost>;

/** Opens the database that the environment names, as the shell: beside a running server, or alone. */
export function openHost(io: Io): Host {
  return async (settings) => {
    const [{ readConfig }, { createApp }] = await Promise.all([
      import('@nimule/core/config'),
      import('@nimule/core/create-app'),
    ]);
    const debug = io.env.ISP_LOG_LEVEL === 'debug';
    const tell = (data: object, message: string) => {
      if (debug) tellLine(io, `${message} ${JSON.stringify(data)}`);
    };
    return createApp(readConfig(io.env), {
      role: 'shell',
      log: { info: tell, warn: tell, error: tell },
      onWait: (message) => tellLine(io, message),
      ...settings,
    });
  };
}
