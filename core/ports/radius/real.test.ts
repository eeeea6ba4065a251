import { needing } from '@nimule/fixtures/testing/needs';
import { type FreeRadius, startFreeRadius } from '@nimule/fixtures/testing/servers/freeradius';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { radiusConfig } from '../../access/radius/rules-config.ts';
import type { Change } from '../radius.ts';
import { openRadius } from './open.ts';

const MODULES = `always ok {
	rcode = ok
}
always reject {
	rcode = reject
}
`;

/** A router that knows the session 81a of amina, and changes its rate to 5000k/10000k alone. */
const router = (port: number) => `server router {
	listen {
		type = coa
		ipaddr = 127.0.0.1
		port = ${port}
	}
	recv-coa {
		if (&User-Name != "amina" || &Acct-Session-Id != "81a" || &Framed-IP-Address != 10.0.0.5) {
			update reply {
				Error-Cause := Session-Context-Not-Found
			}
			reject
		}
		elsif (&Packet-Type == "CoA-Request" && &Mikrotik-Rate-Limit != "5000k/10000k") {
			update reply {
				Error-Cause := Unsupported-Attribute
			}
			reject
		}
		else {
			ok
		}
	}
	send-coa {
		ok
	}
}
`;

/** Orders to a FreeRADIUS that takes them as a router does (RFC 5176), by its own reading of the packets. */
describe('with FreeRADIUS as the router', needing('freeradius'), () => {
  let radius: FreeRadius;

  beforeAll(async () => {
    radius = await startFreeRadius(async ({ folder, stateFolder, authPort, acctPort }) => {
      const files = radiusConfig(
        {
          ...{ version: [3, 2, 1], libraryFolder: '/usr/lib/freeradius', folder, stateFolder },
          ...{ dictionaryFolder: '/usr/share/freeradius', database: '', codeKey: '00' },
          listen: { address: '127.0.0.1', authPort, acctPort },
          routers: [{ id: 1, address: '127.0.0.1', secret: 'secret' }],
          statusSecret: 'secret',
        },
        '',
      );
      const own: Record<string, string> = {
        'modules.conf': MODULES,
        'policy.conf': '',
        'server.conf': router(authPort),
      };
      return files.map(({ name, text }) => ({ name, text: own[name] ?? text }));
    });
  });
  afterAll(() => radius?.stop());

  const order = (sessionId: string, change?: Change, secret = 'secret') =>
    openRadius({ timeoutMs: secret === 'secret' ? 2000 : 200 }).send({
      ...{ address: '127.0.0.1', port: radius.authPort, secret, change },
      session: { userName: 'amina', sessionId, ip: '10.0.0.5' },
    });

  test('a session that it knows is changed, and ended', async () => {
    expect(await order('81a', { rateLimit: '5000k/10000k' })).toEqual({ kind: 'ack' });
    expect(await order('81a')).toEqual({ kind: 'ack' });
  });

  test('what it refuses has its reason', async () => {
    expect(await order('99', { rateLimit: '5000k/10000k' })).toEqual({ kind: 'nak', cause: 503 });
    expect(await order('99')).toEqual({ kind: 'nak', cause: 503 });
    expect(await order('81a', { rateLimit: '1k/1k' })).toEqual({ kind: 'nak', cause: 401 });
  });

  test('with another secret it does not answer', async () => {
    expect(await order('81a', undefined, 'other')).toEqual({
      ...{ kind: 'silent', error: 'does not answer' },
    });
  });
});
