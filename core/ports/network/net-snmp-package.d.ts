/** The parts of the package `net-snmp` that are used; it has no types of its own. */
declare module 'net-snmp' {
  import type { Socket, SocketType } from 'node:dgram';
  import type { EventEmitter } from 'node:events';

  export interface Varbind {
    oid: string;
    type: number;
    value: unknown;
  }

  export interface SessionOptions {
    port?: number;
    version?: number;
    transport?: 'udp4' | 'udp6';
    retries?: number;
    timeout?: number;
    /** False: an answer whose OIDs do not increase is an error. */
    backwardsGetNexts?: boolean;
    /** Creates the socket of the session. */
    dgramModule?: { createSocket(type: SocketType): Socket };
  }

  export interface User {
    name: string;
    level: number;
    authProtocol?: string;
    authKey?: string;
    privProtocol?: string;
    privKey?: string;
  }

  export interface Session extends EventEmitter {
    get(oids: string[], answered: (error: Error | null, varbinds?: Varbind[]) => void): void;
    getBulk(
      oids: string[],
      nonRepeaters: number,
      maxRepetitions: number,
      answered: (error: Error | null, varbinds?: Varbind[][]) => void,
    ): void;
    close(): void;
  }

  const snmp: {
    Version2c: number;
    Version3: number;
    SecurityLevel: { noAuthNoPriv: number; authNoPriv: number; authPriv: number };
    AuthProtocols: Record<string, string>;
    PrivProtocols: Record<string, string>;
    Authentication: {
      passwordToKey(protocol: string, password: string, engineId: Buffer): Buffer;
    };
    Encryption: { algorithms: Record<string, Record<string, unknown>> };
    createSession(target: string, community: string, options: SessionOptions): Session;
    createV3Session(target: string, user: User, options: SessionOptions): Session;
  };
  export default snmp;
}
