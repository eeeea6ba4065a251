import { AppError } from '../kernel/errors.ts';

/** What the echo requests to an address found. */
export interface PingResult {
  sent: number;
  received: number;
  /** Mean time of the answers in microseconds; null without one. */
  latencyUs: number | null;
}

export interface PingOptions {
  /** Echo requests to each address. */
  pings: number;
  /** Time to wait for each answer; the requests to an address are sent at this interval. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Credentials of SNMP as they are stored, decrypted. */
export type SnmpCredentials =
  | { version: 'v2c'; community: string }
  | {
      version: 'v3';
      user: string;
      authProtocol: 'none' | 'sha' | 'sha256' | 'sha512' | 'md5';
      authKey?: string | undefined;
      privProtocol: 'none' | 'aes' | 'aes256b' | 'des';
      privKey?: string | undefined;
    };

export interface DeviceTarget {
  address: string;
  port: number;
  credentials: SnmpCredentials;
}

export interface InterfaceReading {
  /** ifIndex; it may change when the device restarts. */
  index: number;
  /** ifName, else ifDescr; unique within the device. */
  name: string;
  alias: string;
  speedKbps: number | null;
  isUp: boolean;
  counterBits: 32 | 64;
  inOctets: bigint;
  outOctets: bigint;
}

export interface DeviceReading {
  /** When the counters were read, by the clock of this program. */
  readAt: Date;
  /** sysUpTime in hundredths of a second, modulo 2^32; null if the device does not tell. */
  uptime: number | null;
  /** Interfaces with counters, at most 1000. */
  interfaces: InterfaceReading[];
}

export interface ReadOptions {
  /** Time to wait for each answer; each question is repeated once. */
  timeoutMs: number;
  clock: () => Date;
  signal?: AbortSignal | undefined;
}

/** Measures devices over the network. */
export interface NetworkPort {
  /**
   * Sends echo requests to all addresses at once. An address without a result could not be tried: its name could not be
   * looked up because no name server answered. The result of an unknown name is that nothing was received.
   * @throws AppError unavailable network.fping when fping is missing, may not send or fails; network.stopped after an
   *   abort.
   */
  ping(addresses: readonly string[], options: PingOptions): Promise<Map<string, PingResult>>;
  /**
   * Reads the interfaces of a device by SNMP.
   * @throws AppError unavailable network.snmp with the reason for the user, without credentials; network.stopped after an
   *   abort.
   */
  readDevice(target: DeviceTarget, options: ReadOptions): Promise<DeviceReading>;
  /**
   * The version of fping, for `isp doctor`.
   * @throws AppError unavailable network.fping when it cannot be run.
   */
  verify(): Promise<string>;
}

export function pingFailed(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', 'network.fping', message, { cause });
}

export function snmpFailed(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', 'network.snmp', message, { cause });
}

export function measuringStopped(): AppError {
  return new AppError('unavailable', 'network.stopped', 'The measurement was stopped.');
}
