import type { Varbind } from 'net-snmp';
import { oneLine } from '../../kernel/text.ts';
import {
  type DeviceReading,
  type DeviceTarget,
  type InterfaceReading,
  type ReadOptions,
  snmpFailed,
} from '../network.ts';
import { type SnmpSession, withSession } from './snmp-session.ts';

const MAX_INTERFACES = 1_000;
const MAX_NAME = 100;
const MAX_ALIAS = 200;
/** Values of each column in an answer: six columns fit into two or three packets. */
const REPETITIONS = 20;
/** A device that gives one row with each answer is given up. */
const MAX_QUESTIONS = 300;
const TOTAL_MS = 15_000;
const MAX_INDEX = 2 ** 31 - 1;
/** ifSpeed of an interface that is faster than it can tell. */
const UNTOLD_SPEED = 2 ** 32 - 1;
const UP = 1;
const COUNTER64 = 70;

const SYS_UP_TIME = '1.3.6.1.2.1.1.3.0';
const IF_TABLE = '1.3.6.1.2.1.2.2.1';
const IF_X_TABLE = '1.3.6.1.2.1.31.1.1.1';
/** RFC 2863. */
const columns = {
  descr: `${IF_TABLE}.2`,
  speed: `${IF_TABLE}.5`,
  operStatus: `${IF_TABLE}.8`,
  inOctets: `${IF_TABLE}.10`,
  outOctets: `${IF_TABLE}.16`,
  name: `${IF_X_TABLE}.1`,
  hcIn: `${IF_X_TABLE}.6`,
  hcOut: `${IF_X_TABLE}.10`,
  highSpeed: `${IF_X_TABLE}.15`,
  alias: `${IF_X_TABLE}.18`,
} as const;
type Column = keyof typeof columns;
type Table = Map<Column, Map<number, unknown>>;

/** SNMP's markers for a value that does not exist: noSuchObject, noSuchInstance, endOfMibView. */
const NO_VALUE = new Set([128, 129, 130]);

interface Cursor {
  column: Column;
  prefix: string;
  last: string;
  lastIndex: number;
  isDone: boolean;
}

/** Takes the values of one column; returns whether it got further. */
function take(cursor: Cursor, found: readonly Varbind[], values: Map<number, unknown>): boolean {
  let hasMoved = false;
  for (const { oid, type, value } of found) {
    if (NO_VALUE.has(type) || !oid.startsWith(cursor.prefix)) {
      cursor.isDone = true;
      return true;
    }
    const index = Number(oid.slice(cursor.prefix.length));
    if (!Number.isInteger(index) || index <= cursor.lastIndex || index > MAX_INDEX)
      throw snmpFailed('The device numbers its interfaces in a way that cannot be read.');
    values.set(index, type === COUNTER64 ? counter64(value) : value);
    Object.assign(cursor, { last: oid, lastIndex: index });
    hasMoved = true;
    if (values.size >= MAX_INTERFACES) {
      cursor.isDone = true;
      return true;
    }
  }
  return hasMoved;
}

/** Reads columns of the tables of interfaces, several at once. */
async function walk(session: SnmpSession, wanted: readonly Column[], table: Table): Promise<void> {
  const cursors = wanted.map((column): Cursor => {
    table.set(column, new Map());
    const oid = columns[column];
    return { column, prefix: `${oid}.`, last: oid, lastIndex: 0, isDone: false };
  });
  for (let questions = 0; ; questions += 1) {
    const open = cursors.filter(({ isDone }) => !isDone);
    if (open.length === 0) return;
    if (questions === MAX_QUESTIONS)
      throw snmpFailed('The device gives too few interfaces with each answer.');
    const answer = await session.getBulk(
      open.map(({ last }) => last),
      REPETITIONS,
    );
    const moves = open.map((cursor, place) =>
      take(cursor, answer[place] ?? [], table.get(cursor.column)!),
    );
    if (!moves.includes(true)) throw snmpFailed('The device answered nothing by SNMP.');
  }
}

/** A counter of 64 bits, sent as up to eight octets and a leading zero. Undefined for anything else. */
export function counter64(value: unknown): bigint | undefined {
  if (!Buffer.isBuffer(value) || value.length === 0 || value.length > 9) return undefined;
  const number = BigInt(`0x${value.toString('hex')}`);
  return number < 2n ** 64n ? number : undefined;
}

/** A counter or gauge; undefined for a value of another type. */
function unsignedOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && value >= 0 ? BigInt(value) : undefined;
}

function textOf(value: unknown, max: number): string {
  if (!Buffer.isBuffer(value)) return '';
  const text = oneLine(value.subarray(0, 4 * max).toString('utf8'));
  return [...text].slice(0, max).join('').trim();
}

function speedOf(table: Table, index: number): number | null {
  const mbps = table.get('highSpeed')?.get(index);
  if (typeof mbps === 'number' && mbps > 0) return mbps * 1000;
  const bps = table.get('speed')?.get(index);
  return typeof bps === 'number' && bps > 0 && bps < UNTOLD_SPEED ? Math.round(bps / 1000) : null;
}

function countersOf(
  table: Table,
  index: number,
): Pick<InterfaceReading, 'counterBits' | 'inOctets' | 'outOctets'> | undefined {
  for (const [counterBits, into, out] of [
    [64, 'hcIn', 'hcOut'],
    [32, 'inOctets', 'outOctets'],
  ] as const) {
    const inOctets = unsignedOf(table.get(into)?.get(index));
    const outOctets = unsignedOf(table.get(out)?.get(index));
    if (inOctets !== undefined && outOctets !== undefined)
      return { counterBits, inOctets, outOctets };
  }
  return undefined;
}

/** The interfaces with counters; a name that a device uses twice gets the index of the interface behind it. */
function interfacesOf(table: Table): InterfaceReading[] {
  const found: InterfaceReading[] = [];
  const names = new Set<string>();
  for (const [index, status] of table.get('operStatus')!) {
    const counters = countersOf(table, index);
    if (!counters) continue;
    const own =
      textOf(table.get('name')?.get(index), MAX_NAME) ||
      textOf(table.get('descr')?.get(index), MAX_NAME) ||
      'interface';
    const name = names.has(own) || own === 'interface' ? `${own} ${index}` : own;
    if (names.has(name)) continue;
    names.add(name);
    found.push({
      index,
      name,
      alias: textOf(table.get('alias')?.get(index), MAX_ALIAS),
      speedKbps: speedOf(table, index),
      isUp: status === UP,
      ...counters,
    });
  }
  return found;
}

/** Whether a column lacks a usable value for one of the interfaces. */
function lacks(table: Table, column: Column, isUsable: (value: unknown) => boolean): boolean {
  return [...table.get('operStatus')!.keys()].some(
    (index) => !isUsable(table.get(column)?.get(index)),
  );
}

/**
 * Reads a device's uptime and interfaces: 64-bit counters and speeds in Mbps where it has them, else those of the older
 * table.
 * @throws AppError unavailable network.snmp, network.stopped.
 */
export function readDevice(
  target: DeviceTarget,
  ip: { address: string; version: 4 | 6 },
  { timeoutMs, clock, signal }: ReadOptions,
): Promise<DeviceReading> {
  const limits = { timeoutMs, totalMs: TOTAL_MS, signal };
  return withSession(target, ip, limits, async (session) => {
    const [uptime] = await session.get([SYS_UP_TIME]);
    const table: Table = new Map();
    await walk(session, ['operStatus', 'name', 'hcIn', 'hcOut', 'highSpeed', 'alias'], table);
    const isText = (value: unknown) => textOf(value, MAX_NAME) !== '';
    const isCounter = (value: unknown) => unsignedOf(value) !== undefined;
    const isSpeed = (value: unknown) => typeof value === 'number' && value > 0;
    const older: Column[] = [];
    if (lacks(table, 'name', isText)) older.push('descr');
    if (lacks(table, 'highSpeed', isSpeed)) older.push('speed');
    if (lacks(table, 'hcIn', isCounter) || lacks(table, 'hcOut', isCounter))
      older.push('inOctets', 'outOctets');
    if (older.length > 0) await walk(session, older, table);
    const readAt = clock();
    const ticks = uptime && !NO_VALUE.has(uptime.type) ? uptime.value : undefined;
    return {
      readAt,
      uptime: typeof ticks === 'number' && ticks >= 0 && ticks < 2 ** 32 ? ticks : null,
      interfaces: interfacesOf(table),
    };
  });
}
