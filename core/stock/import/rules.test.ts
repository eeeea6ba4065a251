import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { sellingPrice } from '../rules.ts';
import {
  createItemFinder,
  type ItemKey,
  markupOf,
  matchItems,
  PRICE_BELOW_COST,
  planItem,
  valueOfStock,
} from './rules.ts';

describe('the markup of a price', () => {
  it('makes the price, or one that differs by less than the smallest markup and is told', () => {
    const amount = fc.integer({ min: 1, max: 3_000_000 }).map(cents);
    fc.assert(
      fc.property(amount, amount, (cost, price) => {
        const found = markupOf(cost, price);
        if ('problem' in found) {
          expect(price).toBeGreaterThan(100 * cost);
          return;
        }
        const made = sellingPrice(cost, found.markupPoints!);
        if (price < cost) expect([made, found.note]).toEqual([cost, PRICE_BELOW_COST]);
        else {
          expect(Math.abs(made - price)).toBeLessThanOrEqual(cost / 20_000 + 1);
          expect(made === price).toBe(found.note === undefined);
        }
      }),
    );
  });
});

describe('items of rows', () => {
  const items: ItemKey[] = [
    { id: 1, equipmentId: 'EQ-001', name: 'Router', skuKey: 'rt-1' },
    { id: 2, equipmentId: 'EQ-002', name: 'Router', skuKey: '' },
    { id: 3, equipmentId: 'EQ-003', name: 'Antenna', skuKey: '' },
    { id: 4, equipmentId: 'EQ-004', name: 'Cable', skuKey: 'eq-003' },
  ];
  const match = (...rows: { name: string; sku?: string }[]) =>
    matchItems(rows, createItemFinder(items)).map((one) => ('id' in one ? one.id : 'refused'));

  it('are found by SKU, by number, and by a name without another SKU', () => {
    expect(match({ name: 'Any', sku: 'RT-1' })).toEqual([1]);
    expect(match({ name: 'Any', sku: 'eq-002' })).toEqual([2]);
    // A SKU goes before the number of another item.
    expect(match({ name: 'Any', sku: 'EQ-003' })).toEqual([4]);
    expect(match({ name: 'Router', sku: 'NEW' })).toEqual([2]);
    expect(match({ name: 'router' })).toEqual(['refused']);
    expect(match({ name: 'ANTENNA' })).toEqual([3]);
    expect(match({ name: 'Unknown' })).toEqual([undefined]);
  });

  it('are each of one row, also where one says the SKU and another the number', () => {
    expect(match({ name: 'Any', sku: 'RT-1' }, { name: 'Other', sku: 'EQ-001' })).toEqual([
      1,
      'refused',
    ]);
    expect(match({ name: 'Antenna', sku: 'A' }, { name: 'Antenna', sku: 'B' })).toEqual([
      3,
      undefined,
    ]);
    expect(match({ name: 'New', sku: 'A' }, { name: 'New' })).toEqual([undefined, 'refused']);
    fc.assert(
      fc.property(
        fc.array(
          fc.record(
            {
              name: fc.constantFrom('Router', 'Antenna', 'Cable', 'New'),
              sku: fc.constantFrom('RT-1', 'EQ-002', 'X', 'Y', 'Z'),
            },
            { requiredKeys: ['name'] },
          ),
        ),
        (rows) => {
          const unique = rows.filter(
            ({ sku }, place) =>
              sku === undefined || rows.findIndex((one) => one.sku === sku) === place,
          );
          const found = match(...unique).filter((id) => typeof id === 'number');
          expect(new Set(found).size).toBe(found.length);
        },
      ),
    );
  });
});

it('the opening stock of a new item is worth its quantity and cost', () => {
  const facts = {
    calendar: {
      today: isoDate('2026-11-21'),
      openingDate: isoDate('2026-11-01'),
      locked: new Set<never>(),
    },
    mayAdjust: false,
  };
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.option(fc.integer({ min: 0, max: 100_000 }).map(cents), { nil: undefined }),
      fc.option(fc.integer({ min: 0, max: 100_000 }).map(cents), { nil: undefined }),
      (quantityInStock, unitCostUsd, stockCostUsd) => {
        const row = {
          name: 'A',
          quantityInStock,
          ...(unitCostUsd !== undefined && { unitCostUsd }),
          ...(stockCostUsd !== undefined && { stockCostUsd }),
        };
        const value = valueOfStock(row);
        const fate = planItem(row, undefined, facts);
        const isRefused = quantityInStock > 0 && (value === undefined || value > 300_000_000);
        expect('problem' in fate).toBe(isRefused);
        if ('problem' in fate) return;
        expect(fate.opening).toEqual(
          quantityInStock === 0
            ? undefined
            : { quantity: quantityInStock, value, date: '2026-11-01' },
        );
      },
    ),
  );
});
