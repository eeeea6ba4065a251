import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import { type NetworkPort, type PingResult, snmpFailed } from '../network.ts';
import { fpingVersion, runFping } from './fping.ts';
import { createResolver, type NameResolver, UNKNOWN } from './resolve.ts';
import { readDevice } from './snmp.ts';

/** Echo requests by fping, SNMP by a library that is loaded with the first device. */
export function openNetwork(
  { fping }: Pick<Config, 'fping'>,
  names: NameResolver = createResolver(),
): NetworkPort {
  return {
    async ping(addresses, options) {
      const found = await names.resolve(addresses);
      const ips = [...found.values()].filter((ip): ip is string => typeof ip === 'string');
      const measured = await runFping(fping, [...new Set(ips)], options);
      const results = new Map<string, PingResult>();
      for (const [address, ip] of found) {
        const result =
          ip === UNKNOWN
            ? { sent: options.pings, received: 0, latencyUs: null }
            : ip && measured.get(ip);
        if (result) results.set(address, result);
      }
      return results;
    },
    async readDevice(target, options) {
      const ip = (await names.resolve([target.address])).get(target.address);
      if (typeof ip !== 'string')
        throw snmpFailed(
          ip === UNKNOWN
            ? `The name ${target.address} is unknown.`
            : `The name ${target.address} cannot be looked up: no name server answers.`,
        );
      return readDevice(target, { address: ip, version: isIP(ip) === 6 ? 6 : 4 }, options);
    },
    verify: () => fpingVersion(fping),
  };
}
