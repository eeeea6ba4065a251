import { describe, expect, test } from 'vitest';
import { fieldsWithDevice, fieldsWithoutDevice, issueProblem } from './rules.ts';

const fields = (deviceSerial = '', macAddress = '') => ({ deviceSerial, macAddress });
const device = (serial = '', macAddress = '') => ({ serial, macAddress });
const [A, B] = ['AA:00:00:00:00:01', 'BB:00:00:00:00:02'];

describe('the technical fields of a customer', () => {
  test('name the device that is issued; the MAC address of another device goes with it', () => {
    expect(fieldsWithDevice(fields(), device('S1', A))).toEqual(fields('S1', A));
    expect(fieldsWithDevice(fields('S0', B), device('S1', A))).toEqual(fields('S1', A));
    expect(fieldsWithDevice(fields('S0', B), device('S1'))).toEqual(fields('S1'));
    expect(fieldsWithDevice(fields('s1', B), device('S1'))).toEqual(fields('S1', B));
    expect(fieldsWithDevice(fields('', B), device('S1'))).toEqual(fields('S1', B));
    expect(fieldsWithDevice(fields('S0', B), device('', A))).toEqual(fields('S0', A));
    expect(fieldsWithDevice(fields('S0', B), device())).toEqual(fields('S0', B));
  });

  test('are emptied when the device leaves, unless they name another one', () => {
    expect(fieldsWithoutDevice(fields('s1', A), device('S1', A))).toEqual(fields());
    expect(fieldsWithoutDevice(fields('S1', B), device('S1'))).toEqual(fields());
    expect(fieldsWithoutDevice(fields('S2', A), device('S1', A))).toEqual(fields('S2'));
    expect(fieldsWithoutDevice(fields('S2', B), device('S1', A))).toEqual(fields('S2', B));
    expect(fieldsWithoutDevice(fields('', A), device('', A))).toEqual(fields());
    expect(fieldsWithoutDevice(fields(), device())).toEqual(fields());
  });
});

test('an item is lent by serial number, one at a time, or in any number without one', () => {
  const item = { id: 1, equipmentNumber: 'EQ-001', name: 'Router', isSerialised: true };
  const cable = { ...item, name: 'Cable', isSerialised: false };
  const asked = { customerId: 1, equipmentId: 1 };
  expect(issueProblem(item, { ...asked, serial: 'S1' })).toBeUndefined();
  expect(issueProblem(cable, { ...asked, quantity: 5 })).toBeUndefined();
  expect(issueProblem(item, asked)).toMatchObject({
    field: 'serial',
    message: 'Enter the serial number of Router.',
  });
  expect(issueProblem(item, { ...asked, serial: 'S1', quantity: 2 })).toMatchObject({
    field: 'quantity',
  });
  expect(issueProblem(cable, { ...asked, serial: 'S1' })).toMatchObject({ field: 'serial' });
  expect(issueProblem(cable, { ...asked, macAddress: A, quantity: 2 })).toMatchObject({
    field: 'macAddress',
  });
});
