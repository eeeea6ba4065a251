import { join } from 'node:path';

/** Where FreeRADIUS of this machine listens: `isp radius config` keeps it for `isp doctor`. */
export interface RadiusPlace {
  address: string;
  port: number;
}

export const radiusPlaceFile = (dataDir: string) => join(dataDir, 'radius.json');
