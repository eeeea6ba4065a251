import type { MomoConfig } from '../../config.ts';
import { AppError } from '../../kernel/errors.ts';
import { isLoopback } from '../../kernel/loopback.ts';
import { type Cents, type Currency, toDecimal } from '../../kernel/money.ts';
import { maskSecrets } from '../mask.ts';
import { readObject, readStatus, reasonOf, shortText, type Unheard } from './momo-answers.ts';
import {
  type LookOutcome,
  MAX_HEARD,
  MTN_MOMO,
  type PaymentAsk,
  type PaymentsPort,
  type RequestOutcome,
} from './types.ts';

/** Of each call to the provider. */
const CALL_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
/** A token is renewed before it ends. */
const TOKEN_MARGIN_MS = 60_000;
const MAX_TOKEN = 8_000;
const MAX_TOKEN_SECONDS = 86_400;
const COLLECTION = '/collection';

interface Answer {
  status: number;
  text: string;
}

class NoToken extends Error {}

export interface MomoSettings extends MomoConfig {
  clock: () => Date;
  callMs?: number;
}

/** The currency that requests are made in. The sandbox takes euros alone, which stand for pounds there. */
function currencyOf({ currency }: Pick<MomoConfig, 'currency'>): Currency {
  return currency === 'USD' ? 'USD' : 'SSP';
}

/** '200', '200.50': amounts without needless decimals, which the provider's examples do not have. */
function amountText(amount: Cents): string {
  return toDecimal(amount).replace(/\.00$/, '');
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('its answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Why a call failed, in words and without addresses. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed';
  if (error.name === 'TimeoutError') return 'it did not answer in time';
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? `the call failed (${code})` : error.message.slice(0, 200);
}

const withoutSlash = (url: string) => (url.endsWith('/') ? url.slice(0, -1) : url);

/** @throws AppError unavailable for an address without TLS that is not on this machine. */
function baseOf(url: string): string {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopback(hostname)) return withoutSlash(url);
  throw unusable('MOMO_URL must begin with https:// (http:// is for this machine alone)');
}

function unusable(reason: string, cause?: unknown): AppError {
  const message = `MTN MoMo cannot be used: ${reason}.`;
  return new AppError('unavailable', 'payments.unreachable', message, { cause });
}

/** Collections of MTN MoMo: token, requesttopay under our own UUID, status. Answers are untrusted. */
export function momoPayments(settings: MomoSettings): PaymentsPort {
  const { subscriptionKey, user, apiKey, environment, callbackUrl, clock } = settings;
  const base = () => baseOf(settings.url);
  const currency = currencyOf(settings);
  let token: { text: string; until: number } | undefined;
  let fetching: Promise<string> | undefined;

  const withoutSecrets = (text: string) =>
    maskSecrets(text, [subscriptionKey, apiKey, token?.text ?? '']).slice(0, MAX_HEARD);

  async function call(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(`${base()}${COLLECTION}${path}`, {
      ...init,
      // No redirect is followed: the keys are for this address.
      redirect: 'error',
      signal: AbortSignal.timeout(settings.callMs ?? CALL_MS),
      headers: { accept: 'application/json', 'user-agent': 'nimule', ...init.headers },
    });
    return { status: response.status, text: await readBounded(response) };
  }

  async function fetchToken(): Promise<string> {
    let answer: Answer;
    try {
      answer = await call('/token/', {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${user}:${apiKey}`).toString('base64')}`,
          'ocp-apim-subscription-key': subscriptionKey,
        },
      });
    } catch (error) {
      throw new NoToken(error instanceof AppError ? error.message : failureOf(error));
    }
    const read = answer.status === 200 ? readObject(answer.text) : undefined;
    const text = shortText(read?.access_token, MAX_TOKEN);
    if (!/^[\x21-\x7e]+$/.test(text))
      throw new NoToken(`it gave no access token (status ${answer.status})`);
    const seconds = Math.min(Math.max(Number(read?.expires_in) || 0, 0), MAX_TOKEN_SECONDS);
    token = { text, until: clock().getTime() + seconds * 1000 - TOKEN_MARGIN_MS };
    return text;
  }

  /** Many calls at once fetch one token. @throws NoToken */
  async function tokenOf(): Promise<string> {
    if (token && token.until > clock().getTime()) return token.text;
    fetching ??= fetchToken().finally(() => {
      fetching = undefined;
    });
    return fetching;
  }

  /** Calls with a token; one that was refused is fetched anew once. @throws NoToken; what `fetch` throws. */
  async function authorised(path: string, init: RequestInit): Promise<Answer> {
    for (let isSecond = false; ; isSecond = true) {
      const text = await tokenOf();
      const answer = await call(path, {
        ...init,
        headers: {
          ...init.headers,
          authorization: `Bearer ${text}`,
          'ocp-apim-subscription-key': subscriptionKey,
          'x-target-environment': environment,
        },
      });
      if (answer.status !== 401 || isSecond) return answer;
      if (token?.text === text) token = undefined;
    }
  }

  const callback = (reference: string): Record<string, string> =>
    callbackUrl ? { 'x-callback-url': `${withoutSlash(callbackUrl)}/${reference}` } : {};

  async function ask(asked: PaymentAsk): Promise<Unheard<RequestOutcome> & { text: string }> {
    const { reference, phone, amount, message } = asked;
    if (asked.currency !== currency)
      return { kind: 'refused', reason: `Only ${currency} can be paid this way.`, text: '' };
    let answer: Answer;
    try {
      answer = await authorised('/v1_0/requesttopay', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-reference-id': reference,
          ...callback(reference),
        },
        body: JSON.stringify({
          amount: amountText(amount),
          currency: settings.currency,
          externalId: reference,
          payer: { partyIdType: 'MSISDN', partyId: phone.replace(/^\+/, '') },
          payerMessage: message,
          payeeNote: message,
        }),
      });
    } catch (error) {
      const reason = 'The provider cannot be reached at the moment. Please try again.';
      // Without a token the request was not sent.
      if (error instanceof NoToken) return { kind: 'refused', reason, text: error.message };
      return { kind: 'lost', reason: failureOf(error), text: failureOf(error) };
    }
    const { status, text } = answer;
    // 409: it has this reference already.
    if (status === 202 || status === 409) return { kind: 'accepted', text: `${status} ${text}` };
    // A gateway before the provider may answer 408 and 5xx after it has passed the request on.
    if (status === 408 || status >= 500 || status < 400)
      return { kind: 'lost', reason: `status ${status}`, text: `${status} ${text}` };
    const reason = reasonOf(readObject(text)) || 'The provider refused the request.';
    return { kind: 'refused', reason, text: `${status} ${text}` };
  }

  async function lookUp(reference: string): Promise<Unheard<LookOutcome> & { text: string }> {
    try {
      const path = `/v1_0/requesttopay/${encodeURIComponent(reference)}`;
      const { status, text } = await authorised(path, { method: 'GET' });
      const heard = `${status} ${text}`;
      if (status === 404) return { kind: 'unknown', text: heard };
      if (status !== 200) return { kind: 'lost', reason: `status ${status}`, text: heard };
      return { ...readStatus(text, reference), text: heard };
    } catch (error) {
      const reason = error instanceof NoToken ? error.message : failureOf(error);
      return { kind: 'lost', reason, text: reason };
    }
  }

  return {
    kind: 'momo',
    currencies: [currency],
    collects: (provider) => provider === MTN_MOMO,
    async request(asked) {
      const { text, ...outcome } = await ask(asked);
      if ('reason' in outcome) outcome.reason = withoutSecrets(outcome.reason);
      return { ...outcome, heard: withoutSecrets(text) };
    },
    async look({ reference }) {
      const { text, ...outcome } = await lookUp(reference);
      if ('reason' in outcome) outcome.reason = withoutSecrets(outcome.reason);
      // In the sandbox euros stand for pounds.
      if (outcome.kind === 'paid' && outcome.currency === settings.currency)
        outcome.currency = currency;
      return { ...outcome, heard: withoutSecrets(text) };
    },
    async verify() {
      base();
      token = undefined;
      try {
        await tokenOf();
      } catch (error) {
        throw unusable(withoutSecrets((error as Error).message), error);
      }
    },
  };
}
