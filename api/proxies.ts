import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Returns a function that checks whether an address is in these IP addresses and networks. */
export function addressesOf(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const version = address === undefined ? 0 : isIP(address);
    return version !== 0 && list.check(address!, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * Removes unreadable parts of proxy headers: keeps the last addresses of X-Forwarded-For up to the first entry that is
 * no IP address, and X-Forwarded-Proto in lower case. `trustProxy` decides whose headers are used.
 */
export function readForwarded(
  server: FastifyInstance,
  isProxy: (address: string | undefined) => boolean,
): void {
  let isLogged = false;
  server.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const { remoteAddress } = request.raw.socket;
    if (!isLogged && headers['x-forwarded-for'] !== undefined && !isProxy(remoteAddress)) {
      isLogged = true;
      request.log.warn(
        { address: remoteAddress },
        'X-Forwarded-For of an address that ISP_TRUST_PROXY does not name is ignored',
      );
    }
    const { 'x-forwarded-for': addresses, 'x-forwarded-proto': protocol } = headers;
    if (addresses !== undefined) {
      const entries = String(addresses)
        .split(',')
        .map((entry) => entry.trim());
      const wrong = entries.findLastIndex((entry) => isIP(entry) === 0);
      headers['x-forwarded-for'] = entries.slice(wrong + 1).join(', ');
    }
    if (protocol !== undefined) headers['x-forwarded-proto'] = String(protocol).toLowerCase();
    done();
  });
}
