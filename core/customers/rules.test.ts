import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { PhoneNumber } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { customerFilter } from '../billing/accounts/schema.ts';
import { PHONE_MESSAGE } from '../kernel/phone.ts';
import { type IsoDate, isoDate } from '../kernel/dates.ts';
import { isAppError } from '../kernel/errors.ts';
import { type Cents, cents } from '../kernel/money.ts';
import {
  applyPackage,
  changedCustomer,
  changedFields,
  counterNumberOf,
  customerSearchText,
  finderById,
  keepingPrices,
  keepsRuleMark,
  newCustomer,
  promiseOf,
  termsDiffer,
} from './rules.ts';
import { PHONE_DOUBT, phoneDoubt } from './rules-phone.ts';
import {
  accessTypes,
  bandwidthDoubt,
  type CustomerInput,
  customerInput,
  customerStatuses,
  customerTypes,
  customerUpdate,
  FLEXIBLE_PLAN,
  fixedPackages,
  locations,
  packageNamed,
  packageNames,
} from './schema.ts';

const today = isoDate('2026-11-21');

const amount = fc.integer({ min: 0, max: 10_000_000 }).map((value): Cents => cents(value));
const date = fc.constantFrom('2026-01-01', '2026-02-28', '2027-12-31').map((text) => isoDate(text));
const text = fc.string({ maxLength: 20 });
const input: fc.Arbitrary<CustomerInput> = fc.record(
  {
    name: fc.string({ minLength: 1, maxLength: 20 }),
    type: fc.constantFrom(...customerTypes),
    email: text,
    phone: text,
    location: fc.constantFrom(...locations),
    address: text,
    packageType: fc.constantFrom(...packageNames),
    bandwidth: fc.nat(1000),
    monthlyFeeUsd: amount,
    connectionFeeUsd: amount,
    otherExpensesUsd: amount,
    serviceStartDate: date,
    installationDate: fc.option(date),
    status: fc.constantFrom(...customerStatuses),
    nodeId: fc.option(fc.nat()),
    accessType: fc.option(fc.constantFrom(...accessTypes)),
    ipAddress: text,
    macAddress: text,
    deviceSerial: text,
    port: text,
  },
  { requiredKeys: ['name'] },
);

describe('packages', () => {
  it.each(fixedPackages)('$name sets bandwidth and fee, whatever was sent', (fixed) => {
    fc.assert(
      fc.property(fc.nat(), amount, (bandwidth, monthlyFeeUsd) => {
        const fields = applyPackage({ packageType: fixed.name, bandwidth, monthlyFeeUsd });
        expect(fields).toEqual({
          packageType: fixed.name,
          bandwidth: fixed.bandwidth,
          monthlyFeeUsd: fixed.monthlyFee,
        });
      }),
    );
  });

  it('keeps the terms of a Flexible Plan, which are zero unless given', () => {
    const terms = {
      packageType: FLEXIBLE_PLAN,
      bandwidth: 33,
      monthlyFeeUsd: cents(7_550),
    } as const;
    expect(applyPackage(terms)).toEqual(terms);
    const plan = newCustomer({ name: 'A', packageType: FLEXIBLE_PLAN }, today);
    expect([plan.bandwidth, plan.monthlyFeeUsd]).toEqual([0, 0]);
  });

  it('bills the fee that was given when no package was named', () => {
    expect(newCustomer({ name: 'A', monthlyFeeUsd: cents(3_000) }, today)).toMatchObject({
      packageType: FLEXIBLE_PLAN,
      monthlyFeeUsd: 3_000,
    });
    expect(newCustomer({ name: 'A' }, today)).toMatchObject({
      packageType: 'Basic Fiber',
      bandwidth: 10,
      monthlyFeeUsd: 12_500,
    });
  });

  it.each([
    ['Basic Fiber', 'Basic Fiber'],
    ['Basic Fiber 10Mbps', 'Basic Fiber'],
    [' standard fiber 50 mbps ', 'Standard Fiber'],
    ['Business Fiber 100Mbps', 'Business Fiber'],
    ['Enterprise Fiber 500Mbps', 'Enterprise Fiber'],
    ['flexible plan', FLEXIBLE_PLAN],
    ['Basic Fiber 20Mbps', undefined],
    ['Basic', undefined],
    [`Basic Fiber${' '.repeat(1000)}`, undefined],
  ])('%s is the package %s', (text, name) => {
    const sent = z.safeDecode(customerInput, { name: 'A', packageType: text });
    expect(packageNamed(text)).toBe(name);
    expect(sent.data?.packageType).toBe(name);
    expect(sent.error?.issues[0]?.message).toBe(
      name ? undefined : `Choose one of: ${packageNames.join(', ')}.`,
    );
    const filter = z.safeDecode(customerFilter, { packageType: text });
    expect(filter.data?.packageType).toBe(name);
    expect(z.decode(customerFilter, { packageType: 'all' })).toEqual({ packageType: 'all' });
  });

  it.each([
    ['12', 12, false],
    [' 12 ', 12, false],
    [12, 12, false],
    ['12.7', 12, true],
    [12.7, 12, true],
    ['12,5', 12, true],
    ['0.9', 0, true],
    ['.5', 0, true],
    ['50 Mbps', 50, true],
    ['up to 20', 20, true],
    ['10/5', 10, true],
    ['1,000', 1000, true],
    ['1 000 Mbps', 1000, true],
    ['fast', 0, true],
    ['-0.5', 0, true],
    ['1000000', 1_000_000, false],
    ['', undefined, false],
    ['-5', undefined, false],
    [-5, undefined, false],
    ['1000001', undefined, false],
    ['9'.repeat(40), undefined, false],
    ['x'.repeat(101), undefined, false],
  ])('a bandwidth of %s is read as %s', (typed, value, hasWarning) => {
    const sent = z.safeDecode(customerInput, { name: 'A', bandwidth: typed });
    expect(sent.success).toBe(value !== undefined);
    expect(sent.data?.bandwidth).toBe(value);
    expect(bandwidthDoubt(String(typed))).toBe(
      hasWarning ? `It is stored as ${value} Mbps.` : undefined,
    );
  });

  it('keeps agreed prices as a Flexible Plan, and does not change the package’s own', () => {
    const sent = { name: 'A', packageType: 'Basic Fiber', monthlyFeeUsd: cents(100) } as const;
    expect(keepingPrices(sent, 'Basic Fiber')).toEqual({
      ...sent,
      packageType: FLEXIBLE_PLAN,
      bandwidth: 10,
    });
    const same = { ...sent, monthlyFeeUsd: cents(12_500), bandwidth: 10 };
    expect(keepingPrices(same, 'Basic Fiber')).toBe(same);
    expect(keepingPrices(sent, FLEXIBLE_PLAN)).toBe(sent);
    expect(keepingPrices(sent, undefined)).toBe(sent);
    fc.assert(
      fc.property(input, (any) => {
        const kept = newCustomer(keepingPrices(any, any.packageType), today);
        expect(termsDiffer(any, kept)).toBe(false);
      }),
    );
  });

  it('reports when a fixed package replaced the sent terms', () => {
    const sent = { name: 'A', packageType: 'Basic Fiber', monthlyFeeUsd: cents(100) } as const;
    expect(termsDiffer(sent, newCustomer(sent, today))).toBe(true);
    const same = { ...sent, monthlyFeeUsd: cents(12_500), bandwidth: 10 };
    expect(termsDiffer(same, newCustomer(same, today))).toBe(false);
    expect(termsDiffer({}, newCustomer({ name: 'A' }, today))).toBe(false);
  });
});

describe('a new customer', () => {
  it('has defaults for missing fields', () => {
    expect(newCustomer({ name: 'Akol Deng' }, today)).toEqual({
      name: 'Akol Deng',
      type: 'individual',
      email: '',
      phone: '',
      location: 'Juba Central',
      address: '',
      packageType: 'Basic Fiber',
      bandwidth: 10,
      monthlyFeeUsd: 12_500,
      connectionFeeUsd: 0,
      otherExpensesUsd: 0,
      serviceStartDate: today,
      installationDate: null,
      status: 'Active',
      contactBy: 'sms',
      refusesNews: false,
      nodeId: null,
      accessType: null,
      ipAddress: '',
      macAddress: '',
      deviceSerial: '',
      port: '',
    });
  });
});

describe('an edit', () => {
  it('changes only the sent fields', () => {
    fc.assert(
      fc.property(input, input, (first, updates) => {
        const before = newCustomer(first, today);
        const { name: _, ...partial } = updates;
        const after = changedCustomer(before, partial);
        for (const field of changedFields(before, after)) {
          const locked = field === 'bandwidth' || field === 'monthlyFeeUsd';
          if (!locked) expect(after[field]).toEqual((partial as Record<string, unknown>)[field]);
        }
        expect(after.name).toBe(before.name);
        expect(changedFields(after, changedCustomer(after, partial))).toEqual([]);
        expect(changedFields(before, changedCustomer(before, {}))).toEqual([]);
      }),
    );
  });

  it('equals creating the customer with the same fields', () => {
    fc.assert(
      fc.property(input, (given) => {
        const fields = newCustomer(given, today);
        expect(changedCustomer(newCustomer({ name: 'Other' }, today), fields)).toEqual(fields);
      }),
    );
  });

  it('removes the installation date with null and keeps it when it is not sent', () => {
    const before = newCustomer({ name: 'A', installationDate: today }, today);
    expect(changedCustomer(before, {}).installationDate).toBe(today);
    expect(changedCustomer(before, { installationDate: null }).installationDate).toBeNull();
  });

  it('keeps the terms when the customer leaves a fixed package without new ones', () => {
    const before = newCustomer({ name: 'A', packageType: 'Standard Fiber' }, today);
    expect(changedCustomer(before, { packageType: FLEXIBLE_PLAN })).toMatchObject({
      bandwidth: 50,
      monthlyFeeUsd: 45_000,
    });
  });

  it('takes a status from the 15-day rule only by changing it', () => {
    const suspended = { status: 'Suspended', suspendedByRule: true };
    expect(keepsRuleMark(suspended, { status: 'Suspended' })).toBe(true);
    expect(keepsRuleMark(suspended, { status: 'Active' })).toBe(false);
    expect(keepsRuleMark({ status: 'Suspended', suspendedByRule: false }, suspended)).toBe(false);
  });
});

describe('the search text', () => {
  it('is the folded name, id and location, telephone and e-mail, the name first', () => {
    const customer = {
      name: 'ÉCOLE Nyachieŋ',
      customerId: 'SC003',
      location: 'Yei' as const,
      phone: '+211977123456',
      email: 'Office@Ecole.ss',
      ipAddress: '',
      macAddress: '',
      deviceSerial: '',
    };
    const text = 'ecole nyachien sc003 yei 0977123456 office@ecole.ss nyachieng';
    expect(customerSearchText(customer)).toBe(text);
    const device = {
      ipAddress: '10.20.30.40',
      macAddress: 'AA:BB:CC:DD:EE:FF',
      deviceSerial: 'HWTC-7',
    };
    expect(customerSearchText({ ...customer, ...device })).toBe(
      `${text} 10.20.30.40 aa:bb:cc:dd:ee:ff hwtc-7`,
    );
  });
});

describe('ids', () => {
  it.each([
    ['SC003', 3],
    ['SC3', 3],
    ['SC1000', 1000],
    ['SC899999999', 899_999_999],
    ['SC999999999', undefined],
    ['SC9999999999', undefined],
    // Ids that differ only in case would be two customers.
    ['sc003', 3],
    ['SC', undefined],
    ['7590-VHVEG', undefined],
    ['SC12a', undefined],
  ])('%s has the number %s of the counter', (id, number) => {
    expect(counterNumberOf(id)).toBe(number);
  });

  it('find the exact spelling before another case, capitals first', () => {
    const find = finderById(
      ['sc005', 'SC005', 'Sc005', 'É-a', 'x-1'].map((customerId) => ({ customerId })),
    );
    expect(
      ['sc005', 'SC005', 'sC005', 'X-1', 'É-A', 'é-a', 'SC0050'].map((id) => find(id)?.customerId),
    ).toEqual(['sc005', 'SC005', 'SC005', 'x-1', 'É-a', undefined, undefined]);
  });
});

describe('a promise to pay', () => {
  const tomorrow = isoDate('2026-11-22');
  it.each([
    [
      { until: today, reason: 'Pays on Friday' },
      { until: today, reason: 'Pays on Friday' },
    ],
    [
      { until: tomorrow, reason: 'x' },
      { until: tomorrow, reason: 'x' },
    ],
    [
      { until: null, reason: 'ignored' },
      { until: null, reason: '' },
    ],
  ])('%o is kept', (given, kept) => {
    expect(promiseOf(given, today)).toEqual(kept);
  });

  it.each([
    [{ until: isoDate('2026-11-20'), reason: 'x' }, 'until'],
    [{ until: tomorrow }, 'reason'],
    [{ until: tomorrow, reason: '' }, 'reason'],
  ] as [{ until: IsoDate; reason?: string }, string][])('%o is refused', (given, field) => {
    try {
      promiseOf(given, today);
      expect.unreachable();
    } catch (error) {
      expect(isAppError(error) && Object.keys(error.fields ?? {})).toEqual([field]);
    }
  });
});

describe('phone numbers', () => {
  /** The file quotes inputs as JSON, to show line ends and invisible characters. */
  const cases = readFileSync(
    new URL('../../fixtures/files/phone-cases.csv', import.meta.url),
    'utf8',
  )
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => /^("(?:[^"\\]|\\.)*"),(true|false),("(?:[^"\\]|\\.)*"),(.*)$/.exec(line)!)
    .map(([, given, accepted, stored, verdicts]) => ({
      given: JSON.parse(given!) as string,
      accepted: accepted === 'true',
      stored: JSON.parse(stored!) as string,
      isKnown: verdicts!.split(',')[1],
    }));

  it('has all cases of the file', () => {
    expect(cases).toHaveLength(52);
  });

  it.each(cases.filter(({ accepted, isKnown }) => accepted && isKnown))(
    '$given is in doubt unless $isKnown',
    ({ stored, isKnown }) => {
      expect(phoneDoubt(stored)).toBe(isKnown === 'true' ? undefined : PHONE_DOUBT);
    },
  );

  it('give no warning when empty', () => {
    expect(phoneDoubt('')).toBeUndefined();
  });

  it('are in doubt by their first four digits, so that one answer is kept for each of them', () => {
    for (let prefix = 0; prefix < 10_000; prefix += 1) {
      const start = `+211${String(prefix).padStart(4, '0')}`;
      const isKnown = phoneDoubt(`${start}00000`) === undefined;
      for (const rest of ['34567', '99999'])
        expect(new PhoneNumber(`${start}${rest}`).isValid()).toBe(isKnown);
    }
  });

  it('are validated in the form, where they may be empty', () => {
    const decode = (phone: string) => z.safeDecode(customerInput, { name: 'A', phone });
    expect(decode('0977 123 456').data?.phone).toBe('+211977123456');
    expect(decode('  ').data?.phone).toBe('');
    expect(decode('12345').error?.issues[0]?.message).toBe(PHONE_MESSAGE);
  });
});

describe('the wire', () => {
  it('leaves fields that were not sent out of an edit', () => {
    expect(z.decode(customerUpdate, { id: 3, updates: { status: 'Suspended' } })).toEqual({
      id: 3,
      updates: { status: 'Suspended' },
    });
  });

  it('accepts and ignores fields that the server sets', () => {
    const sent = { name: 'A', customerId: 'SC900', monthlyFeeSsp: 1, userRole: 'master_admin' };
    expect(z.decode(customerInput, sent)).toEqual({ name: 'A' });
  });

  it('reads an empty date box as no date', () => {
    const decode = (installationDate: string | null) =>
      z.safeDecode(customerInput, { name: 'A', installationDate });
    expect(decode('').data?.installationDate).toBeNull();
    expect(decode(null).data?.installationDate).toBeNull();
    expect(decode('2026-11-01').data?.installationDate).toBe('2026-11-01');
    expect(decode('soon').success).toBe(false);
  });
});
