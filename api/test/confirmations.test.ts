import type { Actor } from '@nimule/core/identity/actor';
import { askPasskey, confirmWithPasskey } from '@nimule/core/identity/factors/service-step';
import { invoke } from '@nimule/core/invoke';
import type { RawInput, Route } from '@nimule/core/kernel/contract';
import { type Operation, operationNames, routes } from '@nimule/core/routes';
import {
  type Browser,
  halfSignedIn,
  refusalOf,
  withPasskey,
} from '@nimule/fixtures/testing/sign-in/browsers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Harness, startHarness } from './harness.ts';
import { prepareInputs } from './inputs.ts';

/**
 * Every operation that `confirms` marks, with an input that would be right: without the second factor, with a confirmation that
 * is too old, and with what is no confirmation. All are refused, and nothing is written.
 */
const marked = operationNames.filter((name) => (routes[name] as Route).confirms);

let harness: Harness;
/** Made once: some write what they name. */
const valid = new Map<Operation, RawInput>();
let account: Awaited<ReturnType<typeof withPasskey>>;
let browser: Browser;
let other: Browser;

beforeAll(async () => {
  harness = await startHarness({ requestsPerMinute: Number.POSITIVE_INFINITY });
  const inputs = await prepareInputs(harness);
  for (const operation of marked) valid.set(operation, await inputs.valid(operation));
  account = await withPasskey(harness.app, 'developer');
  browser = account.browser;
  // Another session of the same user: its waiting sign-in has challenges of its own.
  other = await halfSignedIn(harness.app, account.username);
});
afterAll(() => harness.close());

/** The rows of all tables, but those that a session writes about itself and the counts of refusals. */
async function contents(): Promise<Record<string, string>> {
  const { pool } = harness.app;
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
     and tablename not in ('sessions', 'second_factors', 'factor_attempts', 'refused_tries') order by 1`,
  );
  const of = await pool.query<{ name: string; text: string }>(
    rows
      .map(
        ({ name }) =>
          `select '${name}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as text from ${name} t`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(of.rows.map(({ name, text }) => [name, text]));
}

/** Time passes since every session has shown its password or second factor. */
const age = () =>
  harness.app.pool.query(`update sessions set confirmed_at = confirmed_at - interval '601 s'`);

async function refused(operation: Operation, actor: Actor): Promise<string> {
  return refusalOf(invoke(harness.app, actor, operation, valid.get(operation)!));
}

/** The refusals of all marked operations, each after `before`. */
async function refusals(
  from: Browser,
  before: () => Promise<unknown> = async () => undefined,
): Promise<Record<string, string>> {
  const wrong: Record<string, string> = {};
  for (const operation of marked) {
    await before();
    wrong[operation] = await refused(operation, (await from.ctx()).actor);
  }
  return wrong;
}

const all = (code: string) => Object.fromEntries(marked.map((operation) => [operation, code]));

const cases: readonly [name: string, code: string, call: () => Promise<Record<string, string>>][] =
  [
    ['no second factor shown', 'factor.required', () => refusals(other)],
    [
      'a confirmation of more than ten minutes ago',
      'session.confirm',
      () => refusals(browser, age),
    ],
    [
      'a challenge that was answered before',
      'session.confirm',
      () =>
        refusals(browser, async () => {
          const answer = account.passkey.answer(await askPasskey(await browser.ctx()));
          await confirmWithPasskey(await browser.ctx(), answer);
          await age();
          const again = confirmWithPasskey(await browser.ctx(), answer);
          expect(await refusalOf(again)).toBe('factor.wrongPasskey');
        }),
    ],
    [
      'a challenge of another session',
      'session.confirm',
      () =>
        refusals(browser, async () => {
          await age();
          await askPasskey(await browser.ctx());
          const ofOther = account.passkey.answer(await askPasskey(await other.ctx()));
          const answered = confirmWithPasskey(await browser.ctx(), ofOther);
          expect(await refusalOf(answered)).toBe('factor.wrongPasskey');
        }),
    ],
  ];

test.each(cases)('with %s each is refused and writes nothing', async (_, code, call) => {
  const before = await contents();
  expect(await call()).toEqual(all(code));
  const after = await contents();
  expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual([]);
});

test('with a passkey shown now none of them asks again', async () => {
  const answer = account.passkey.answer(await askPasskey(await browser.ctx()));
  await confirmWithPasskey(await browser.ctx(), answer);
  const { actor } = await browser.ctx();
  for (const operation of marked) {
    const tried = refusalOf(
      invoke(harness.app, actor, operation, { params: { id: 'none' }, body: 'none' }),
    );
    expect([operation, await tried]).not.toEqual([operation, 'session.confirm']);
  }
});
