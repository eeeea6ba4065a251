import { readFile } from 'node:fs/promises';
import { checkRadius } from '@nimule/core/access/radius/service';
import { listRouters } from '@nimule/core/access/routers/service';
import { createContext } from '@nimule/core/context';
import { type Finding, failed, messageOf, ok, warning } from '../../doctor-findings.ts';
import type { Session } from '../../session.ts';
import { type RadiusPlace, radiusPlaceFile } from './radius-place.ts';

async function placeOf(dataDir: string): Promise<RadiusPlace | undefined> {
  try {
    return JSON.parse(await readFile(radiusPlaceFile(dataDir), 'utf8')) as RadiusPlace;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Where routers ask who may use the network: whether FreeRADIUS of this machine works, as `isp radius check` asks it. */
export async function checkFreeRadius({ app }: Pick<Session, 'app'>): Promise<Finding> {
  const ctx = createContext(app, { kind: 'system', job: 'doctor' });
  const { rows } = await listRouters(ctx, {});
  if (rows.length === 0) return ok('radius', 'no router asks who may use the network');
  const place = await placeOf(app.config.dataDir);
  if (!place)
    return warning(
      'radius',
      'not configured on this machine: isp radius config writes what FreeRADIUS needs; where it runs elsewhere, isp radius check there asks it',
    );
  try {
    const { isCurrent, reachesDatabase } = await checkRadius(ctx, place);
    const where = `FreeRADIUS answers at ${place.address}, port ${place.port}`;
    if (!reachesDatabase)
      return failed(
        'radius',
        `${where}, and does not reach the database: isp radius role prints what its role needs`,
      );
    return isCurrent
      ? ok('radius', `${where}, has the current configuration and reaches the database`)
      : warning(
          'radius',
          `${where} with other routers or secrets: isp radius config, then restart it`,
        );
  } catch (error) {
    return failed('radius', messageOf(error));
  }
}
