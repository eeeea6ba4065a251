import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../kernel/money.ts';
import { freeNumber } from './orders/rules.ts';
import * as orders from './orders/rules-actions.ts';
import { orderStatuses } from './orders/schema.ts';
import * as requisitions from './requisitions/rules-actions.ts';
import { requisitionStatuses } from './requisitions/schema.ts';
import {
  type Caller,
  type JudgedPermission,
  judgedPermissions,
  totalUsdOfLines,
  valueOfUnits,
} from './rules.ts';

const person = fc.constantFrom(1, 2, null);
const permissions = fc.subarray([...judgedPermissions]).map((held) => new Set(held));
const caller: fc.Arbitrary<Caller> = fc.record({
  userId: person,
  name: fc.constant('A'),
  roleLabel: fc.constant('Admin'),
  isPrivileged: fc.boolean(),
  permissions,
  others: permissions,
  limitUsd: fc.constantFrom(null, cents(100)),
  othersLimitUsd: fc.constantFrom(null, cents(100)),
});
const amount = fc.constantFrom(cents(50), cents(100), cents(101));

const requisition = fc.record({
  requisitionId: fc.constant('REQ-2026-0001'),
  status: fc.constantFrom(...requisitionStatuses),
  requestedBy: fc.constant('A'),
  requestedById: person,
  changedBy: fc.constant('A'),
  changedById: person,
  totalAmountUsd: amount,
  orderStatus: fc.constantFrom(null, 'pending' as const, 'approved' as const, 'received' as const),
  hasOrders: fc.boolean(),
});

const line = fc
  .tuple(fc.nat(5), fc.nat(5), fc.nat(5))
  .map((counts) => [...counts].sort((a, b) => b - a) as [number, number, number])
  .map(([quantity, receivedQuantity, billedQuantity]) => ({
    quantity,
    receivedQuantity,
    billedQuantity,
  }));
const order = fc.record({
  poNumber: fc.constant('LPO-2026-042'),
  status: fc.constantFrom(...orderStatuses),
  createdBy: fc.constant('A'),
  createdById: person,
  changedBy: fc.constant('A'),
  changedById: person,
  totalUsd: amount,
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  hasReceipts: fc.boolean(),
  hasBills: fc.boolean(),
});

const couldOther = (who: Caller, permission: JudgedPermission, amountUsd: number) =>
  who.others.has(permission) && (who.othersLimitUsd === null || amountUsd <= who.othersLimitUsd);
const isMaker = (who: Caller, ids: (number | null)[]) => ids.includes(who.userId);

test('nobody approves a requisition without the permission, their own, above the limit, or out of turn', () => {
  fc.assert(
    fc.property(requisition, caller, (state, who) => {
      const actions = requisitions.actionsFor(state, who);
      if (actions.includes('approve')) {
        expect(who.permissions.has('requisition.approve')).toBe(true);
        expect(who.limitUsd === null || state.totalAmountUsd <= who.limitUsd).toBe(true);
        expect(
          state.status === 'reviewed' || (who.isPrivileged && state.status === 'pending'),
        ).toBe(true);
        const own = isMaker(who, [state.requestedById, state.changedById]);
        const isOtherAble = couldOther(who, 'requisition.approve', state.totalAmountUsd);
        expect(own && isOtherAble).toBe(false);
      }
      if (actions.includes('delete')) expect(state.hasOrders).toBe(false);
      if (actions.includes('setStatus'))
        expect(who.isPrivileged && state.status !== 'pending').toBe(true);
      if (actions.includes('order')) expect(state.orderStatus).toBeNull();
    }),
  );
});

test('a status that a privileged user sets never contradicts the order', () => {
  fc.assert(
    fc.property(
      requisition,
      caller,
      fc.constantFrom(...requisitionStatuses),
      (state, who, wanted) => {
        if (requisitions.statusRefusal(wanted, state, who)) return;
        expect([undefined, wanted]).toContain(requisitions.statusOfOrder(state.orderStatus));
      },
    ),
  );
});

test('an order is approved, received, returned and deleted only where the table allows', () => {
  fc.assert(
    fc.property(order, caller, (state, who) => {
      const actions = orders.actionsFor(state, who);
      const sum = (of: (one: (typeof state.lines)[number]) => number) =>
        state.lines.reduce((all, one) => all + of(one), 0);
      if (actions.includes('approve')) {
        expect(state.status).toBe('pending');
        expect(who.limitUsd === null || state.totalUsd <= who.limitUsd).toBe(true);
        const own = isMaker(who, [state.createdById, state.changedById]);
        expect(own && couldOther(who, 'order.approve', state.totalUsd)).toBe(false);
      }
      if (actions.includes('approvePdf')) expect(who.isPrivileged).toBe(true);
      if (actions.includes('receive'))
        expect(sum((one) => one.quantity - one.receivedQuantity)).toBeGreaterThan(0);
      if (actions.includes('return') || actions.includes('bill'))
        expect(sum((one) => one.receivedQuantity - one.billedQuantity)).toBeGreaterThan(0);
      if (actions.includes('delete')) expect(state.hasReceipts || state.hasBills).toBe(false);
      for (const wanted of orderStatuses) {
        if (orders.statusRefusal(wanted, state, who)) continue;
        expect(orders.receivedUnits(state)).toBe(0);
        expect(wanted).not.toBe('received');
      }
    }),
  );
});

test('parts of a line add up to its value at any rate', () => {
  const dated = fc.record({
    currency: fc.constantFrom('USD' as const, 'SSP' as const),
    exchangeRate: fc.integer({ min: 1, max: 1_000_000 }).map(cents),
  });
  const parts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(dated, fc.nat(10_000_000).map(cents), parts, (rate, unitPrice, counts) => {
      let [received, sum] = [0, 0];
      for (const count of counts) {
        sum += valueOfUnits(unitPrice, received, received + count, rate);
        received += count;
      }
      expect(sum).toBe(totalUsdOfLines([{ quantity: received, unitPrice }], rate));
    }),
  );
});

test('numbers have three digits until the year runs full, then four', () => {
  const start = 'LPO-2026-';
  const all = Array.from({ length: 1000 }, (_, n) => start + String(n).padStart(3, '0'));
  const taken = new Set(all);
  taken.delete('LPO-2026-042');
  expect(freeNumber(start, taken, (below) => below - 1)).toBe('LPO-2026-042');
  expect(freeNumber(start, new Set(all), () => 0)).toBe('LPO-2026-1000');
  expect(freeNumber(start, new Set(), () => 7)).toBe('LPO-2026-007');
});
