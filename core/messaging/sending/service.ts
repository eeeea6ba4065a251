import { hostname } from 'node:os';
import { type App, type Ctx, createContext } from '../../context.ts';
import { getPause } from '../../records/pause.ts';
import { messageSources } from '../automatic/service-sources.ts';
import type { MessageSettings } from '../schema.ts';
import { getMessageSettings } from '../settings/service.ts';
import * as queries from './queries.ts';
import { pauseAfter } from './rules.ts';
import { nextAttemptTime } from './rules-hours.ts';
import { emailGateway, type Gateway, smsGateway } from './service-gateways.ts';
import { listenForReceipts } from './service-listen.ts';
import * as steps from './service-steps.ts';
import { type FilledMessage, fillMessage, type Sources } from './service-texts.ts';

const NOT_MADE = 'The message could not be made. The log of the server has the reason.';
const POLL_MS = 2_000;
/** Messages that are claimed at a time. */
const BATCH = 200;
const RETRY_MS = 1_000;

/** Sends the messages of one channel. */
export interface ChannelSender {
  /**
   * Sends what is due at the moment, at most a batch. Returns how many messages were handed over. Nothing while another
   * process sends, in a pause after a restore, while sending is stopped, or after the gateway asked to wait.
   */
  pass(): Promise<number>;
  /** Releases what is claimed and the lease. */
  end(): Promise<void>;
}

export interface SenderOptions {
  sources?: Sources;
  stopping?: AbortSignal;
  pollMs?: number;
  /** Sends this message alone. */
  only?: number;
}

/** The sender of a channel, which holds its lease while there is something to send. */
export function createSender(
  app: App,
  gateway: Gateway,
  { sources = messageSources, stopping, only }: SenderOptions = {},
): ChannelSender {
  const { channel } = gateway;
  const holder: steps.Holder = {
    channel,
    name: `${hostname()}:${process.pid}:${app.random.bytes(8).toString('hex')}`,
  };
  const fresh = (): Ctx => createContext(app, { kind: 'system', job: 'messages' });
  /** The process ends, or a restore replaces the database. */
  const isStopping = () => stopping?.aborted === true || app.maintenance.message !== undefined;
  let notBefore = 0;
  let isHolding = false;
  /** Answers that could not be recorded yet: the database was away. */
  let unrecorded: steps.Answer[] = [];

  /** How many may be handed over by the limit of messages an hour. */
  async function roomFor(ctx: Ctx, { perHour }: MessageSettings): Promise<number> {
    if (perHour === 0) return BATCH;
    const since = new Date(ctx.now.getTime() - 3_600_000);
    return Math.min(BATCH, perHour - (await queries.countSentSince(ctx.db, channel, since)));
  }

  /** While a gateway is slow, or a large report is made, the lease stays ours. */
  async function whileHolding<T>(work: () => Promise<T>): Promise<T> {
    const renewal = setInterval(() => {
      const ctx = fresh();
      queries
        .renewLease(ctx.db, channel, holder.name, steps.leaseUntil(ctx))
        .catch((error: unknown) =>
          app.log.warn({ err: error }, 'the lease of a sender was not renewed'),
        );
    }, steps.RENEW_MS);
    renewal.unref();
    try {
      return await work();
    } finally {
      clearInterval(renewal);
    }
  }

  async function send(group: readonly FilledMessage[], settings: MessageSettings): Promise<number> {
    const marked = await steps.mark(fresh(), holder, gateway, group);
    if (!marked) return -1;
    unrecorded = await whileHolding(() => steps.handOver(gateway, marked));
    const pause = pauseAfter(unrecorded.map(({ outcome }) => outcome));
    notBefore = fresh().now.getTime() + pause * 1000;
    await recordAnswers(settings);
    return marked.length;
  }

  async function recordAnswers(settings: MessageSettings): Promise<void> {
    if (unrecorded.length === 0) return;
    await steps.record(fresh(), gateway, unrecorded, { settings, sources });
    unrecorded = [];
  }

  /** An error that nobody has foreseen concerns one message: it must not hold up the others. */
  async function fillOrPostpone(ctx: Ctx, one: queries.ClaimedMessage) {
    try {
      return await fillMessage(ctx, one, sources);
    } catch (cause) {
      app.log.error({ err: cause, message: one.id }, 'a message could not be made');
      const nextAt = nextAttemptTime(one.attempts + 1, ctx.now, undefined);
      if (!nextAt) return { error: NOT_MADE };
      await queries.postpone(app.db, holder.name, { id: one.id, nextAt, error: NOT_MADE });
      return 'postponed';
    }
  }

  async function fillAll(
    ctx: Ctx,
    claimed: readonly queries.ClaimedMessage[],
  ): Promise<FilledMessage[]> {
    const filled: FilledMessage[] = [];
    const unsent: Parameters<typeof steps.recordUnsent>[2][number][] = [];
    const outdated = await sources.outdated(ctx, claimed);
    for (const one of claimed) {
      const reason = outdated.get(one.id);
      const result = reason === undefined ? await fillOrPostpone(ctx, one) : undefined;
      if (result === 'postponed') continue;
      if (!result) unsent.push({ id: one.id, to: 'cancelled', error: reason ?? '' });
      else if ('error' in result) unsent.push({ id: one.id, to: 'failed', error: result.error });
      else filled.push(result);
    }
    if (unsent.length > 0) await steps.recordUnsent(fresh(), holder, unsent);
    return filled;
  }

  async function mayGoOn(onlyAtOnce: boolean): Promise<boolean> {
    const ctx = fresh();
    const settings = await getMessageSettings(ctx);
    return !settings.isStopped && steps.isOnlyAtOnce(ctx, settings) === onlyAtOnce;
  }

  async function sendBatch(
    settings: MessageSettings,
    onlyAtOnce: boolean,
    limit: number,
  ): Promise<number> {
    const claimed = await steps.claim(fresh(), holder, { limit, onlyAtOnce, only });
    let sent = 0;
    let left = claimed.length;
    for (let start = 0; start < claimed.length; start += gateway.maxInFlight) {
      if (isStopping() || notBefore > fresh().now.getTime()) break;
      // A batch may take minutes: meanwhile the quiet hours begin, or a user stops sending.
      if (start > 0 && !(await mayGoOn(onlyAtOnce))) break;
      const group = claimed.slice(start, start + gateway.maxInFlight);
      const count = await send(await whileHolding(() => fillAll(fresh(), group)), settings);
      if (count < 0) {
        isHolding = false;
        return sent;
      }
      sent += count;
      left -= group.length;
    }
    if (left > 0 || sent < claimed.length) await steps.release(fresh(), holder);
    return sent;
  }

  return {
    async pass() {
      const ctx = fresh();
      if (isStopping()) return 0;
      const settings = await getMessageSettings(ctx);
      await recordAnswers(settings);
      if (notBefore > ctx.now.getTime() || settings.isStopped) return 0;
      const onlyAtOnce = steps.isOnlyAtOnce(ctx, settings);
      if (!(await queries.hasWork(ctx.db, { channel, now: ctx.now, onlyAtOnce, only }))) return 0;
      if (await getPause(ctx.db)) return 0;
      isHolding = await steps.takeChannel(ctx, holder);
      if (!isHolding) return 0;
      const limit = await roomFor(ctx, settings);
      return limit > 0 ? sendBatch(settings, onlyAtOnce, limit) : 0;
    },

    async end() {
      if (unrecorded.length > 0) await recordAnswers(await getMessageSettings(fresh()));
      if (!isHolding) return;
      await steps.release(fresh(), holder);
      await queries.endLease(app.db, channel, holder.name);
      isHolding = false;
    },
  };
}

export interface Sending {
  /** Starts no new group, waits for the answers to the current one, and gives the leases back. */
  stop(): Promise<void>;
}

/** Waits, but not longer than until the abort. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    timer.unref();
    signal.addEventListener('abort', done, { once: true });
  });
}

/**
 * Sends messages of both channels until it is stopped, and records the receipts of the gateway. Any number of processes
 * may do so: one sends through a gateway at a time.
 */
export function startSending(app: App, { sources, pollMs = POLL_MS }: SenderOptions = {}): Sending {
  const stopping = new AbortController();
  const run = async (gateway: Gateway) => {
    const sender = createSender(app, gateway, { sources, stopping: stopping.signal });
    while (!stopping.signal.aborted) {
      let pause = pollMs;
      try {
        if ((await sender.pass()) > 0) pause = 0;
      } catch (error) {
        app.log.error({ err: error, channel: gateway.channel }, 'messages could not be sent');
        pause = Math.max(pause, RETRY_MS);
      }
      if (pause > 0) await wait(pause, stopping.signal);
    }
    await sender
      .end()
      .catch((error: unknown) =>
        app.log.warn({ err: error }, 'the lease of a sender was not ended'),
      );
  };
  const running = [run(smsGateway(app)), run(emailGateway(app))];
  const receipts = listenForReceipts(app);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
      await receipts.stop();
    },
  };
}

/**
 * Sends what is due of both channels in this process, until nothing is left or it is stopped. Returns how many messages
 * were handed over. For the shell: receipts are the server's.
 */
export async function sendUntilIdle(app: App, stopping?: AbortSignal): Promise<number> {
  let total = 0;
  for (const gateway of [smsGateway(app), emailGateway(app)]) {
    const sender = createSender(app, gateway, { stopping });
    try {
      for (let count = -1; count !== 0; total += count) count = await sender.pass();
    } finally {
      await sender.end();
    }
  }
  return total;
}
