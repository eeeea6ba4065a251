import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { canonicalHost } from '../../kernel/net-addresses.ts';

const AT_ONCE = 16;
const MOST_KEPT = 10_000;
/** For one name, and for all of them: a measurement has 50 s for everything. */
const LIMITS = { nameMs: 2_000, totalMs: 8_000 };

/** The name does not exist, or is none. */
export const UNKNOWN = Symbol('unknown name');
export type Resolved = string | typeof UNKNOWN | undefined;

export interface NameResolver {
  /**
   * The IP addresses of addresses and host names. Undefined if no name server answered and the name was not looked up
   * before: nothing is known of it then. When the name servers need longer than 8 s for all names, the others have the
   * addresses of before.
   */
  resolve(hosts: readonly string[]): Promise<Map<string, Resolved>>;
}

/** Codes of answers that say there is no such address. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Looks up host names without the threads that getaddrinfo occupies while a name server does not answer: passwords are
 * checked on the same threads. The last address of each name is kept for such times.
 */
export function createResolver(
  servers?: readonly string[],
  { nameMs, totalMs } = LIMITS,
): NameResolver {
  const kept = new Map<string, string>();

  async function query(name: string): Promise<Resolved> {
    const resolver = new Resolver({ timeout: nameMs, tries: 1 });
    if (servers) resolver.setServers(servers);
    for (const type of ['A', 'AAAA'] as const) {
      try {
        const [first] = (await resolver.resolve(name, type)) as string[];
        if (first) return first;
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        // A server that does not answer for one type does not for the other.
        if (!ABSENT.has(code)) return undefined;
      }
    }
    // Names of the hosts file; the name servers have just answered.
    return lookup(name).then(
      ({ address }) => address,
      () => UNKNOWN,
    );
  }

  async function resolveOne(host: string, until: number): Promise<Resolved> {
    if (canonicalHost(host) !== host) return UNKNOWN;
    if (isIP(host) !== 0) return host;
    const found = performance.now() < until ? await query(host) : undefined;
    if (found === undefined) return kept.get(host);
    if (typeof found === 'string') {
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(host, found);
    }
    return found;
  }

  return {
    async resolve(hosts) {
      const found = new Map<string, Resolved>();
      const waiting = [...new Set(hosts)];
      const until = performance.now() + totalMs;
      const work = async () => {
        for (let host = waiting.pop(); host !== undefined; host = waiting.pop())
          found.set(host, await resolveOne(host, until));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return found;
    },
  };
}
