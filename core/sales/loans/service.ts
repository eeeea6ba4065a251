import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { lockAccount } from '../../customers/service-billing.ts';
import { setDevice } from '../../customers/service-device.ts';
import { takeYearlyNumbers } from '../../database/counters.ts';
import { actorName } from '../../identity/actor.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import { EMPTY_LEVEL } from '../../stock/rules-moves.ts';
import { lockStock, lockUnitsAt, moveStock, moveUnits } from '../../stock/service-moves.ts';
import { type Loan, type LoanInput, type LoanReturnInput, loan as schema } from '../schema.ts';
import { loanEnded, loanIssued } from './postings.ts';
import * as queries from './queries.ts';
import { loans } from './queries.ts';
import {
  fieldsWithDevice,
  fieldsWithoutDevice,
  issueProblem,
  LOANS,
  type LoanRecord,
  loanSearchText,
  returnProblem,
  valueOfLoan,
} from './rules.ts';
import { getLoan } from './service-list.ts';

const nameOf = ({ customerId, name }: CustomerRecord) => `${customerId} ${name}`;

interface Line {
  action: 'loan.issue' | 'loan.return';
  customer: CustomerRecord;
  before?: LoanRecord;
  after: LoanRecord;
}

function auditLoan(tx: Ctx, { action, customer, before, after }: Line): Promise<void> {
  const device = [after.description, after.serial].filter(Boolean).join(' ');
  const ending = action === 'loan.return' ? `, ${after.status}` : '';
  const summary = `${after.loanNumber}: ${device}, ${nameOf(customer)}${ending}`;
  const header = { action, entity: 'loan', entityId: after.id, summary, schema };
  return audit(tx, { ...header, ...(before ? { before } : {}), after });
}

/**
 * Issues equipment to a customer as one numbered loan, dated today: the units leave the stock at the moving average
 * (1320 / 1410), a unit with a serial number is at the customer from then on, and the customer's technical fields name it
 * unless `updateCustomer` is false.
 * @throws AppError notFound; invalid for a serial number or quantity that does not fit the item; rule for too little in
 *   stock, a unit that is not in stock, an Inactive customer, a locked month.
 */
export async function issueLoan(ctx: Ctx, input: LoanInput): Promise<Loan> {
  return transact(ctx, async (tx) => {
    const customer = await lockAccount(tx, input.customerId);
    if (customer.status === 'Inactive')
      breaksRule(
        'loan.customerInactive',
        `${nameOf(customer)} is Inactive: equipment is issued to Active and Suspended customers.`,
      );
    const level =
      (await lockStock(tx, [input.equipmentId])).levels.get(input.equipmentId) ?? EMPTY_LEVEL;
    const item =
      (await queries.getItem(tx.db, input.equipmentId)) ?? notFound('Equipment', input.equipmentId);
    const problem = issueProblem(item, input);
    if (problem) invalidField(problem.field, problem.message);
    const { quantity = 1, notes = '' } = input;
    const units = item.isSerialised
      ? [{ equipmentId: item.id, serial: input.serial!, macAddress: input.macAddress }]
      : [];
    const [unit] = await lockUnitsAt(tx, units, 'stock');
    const [loanNumber] = await takeYearlyNumbers(tx.db, LOANS, [tx.today]);
    const row = {
      loanNumber: loanNumber!,
      equipmentId: item.id,
      unitId: unit?.id ?? null,
      description: item.name,
      serial: unit?.serial ?? '',
      macAddress: input.macAddress || unit?.macAddress || '',
      quantity,
      customerId: customer.id,
      issuedOn: tx.today,
      issuedBy: actorName(tx.actor),
      valueUsd: valueOfLoan(level, tx.today, quantity),
      status: 'out' as const,
      notes,
      createdAt: tx.now,
    };
    const after = await loans.insert(tx.db, row, {
      search_text: ['text', (one) => loanSearchText(one, item)],
      updated_at: ['timestamptz', () => tx.now],
    });
    const document = { source: 'loan.issue', sourceId: after.id };
    if (unit)
      await moveUnits(tx, {
        ...document,
        units,
        from: 'stock',
        to: 'loan',
        customerId: customer.id,
      });
    await moveStock(tx, [
      {
        ...document,
        equipmentId: item.id,
        kind: 'loan',
        date: tx.today,
        quantity: -quantity,
        reference: after.loanNumber,
        note: nameOf(customer),
      },
    ]);
    if (input.updateCustomer !== false)
      await setDevice(tx, customer, fieldsWithDevice(customer, after));
    await auditLoan(tx, { action: 'loan.issue', customer, after });
    await post(tx, loanIssued({ ...after, customer: nameOf(customer) }, tx.today));
    return getLoan(tx, after.id);
  });
}

const places = { good: 'stock', damaged: 'damaged', lost: 'lost' } as const;

/**
 * Takes the equipment of a loan back today: as good it returns to the stock at the value it left with (1410 / 1320), as
 * damaged or lost it is written off (5230 / 1320). The customer's technical fields are emptied if they name this device.
 * @throws AppError notFound; conflict for an outdated version; rule for a loan that has ended, a locked month.
 */
export async function endLoan(ctx: Ctx, id: number, input: LoanReturnInput): Promise<Loan> {
  return transact(ctx, async (tx) => {
    const { customerId, equipmentId } = await getLoan(tx, id);
    const customer = await lockAccount(tx, customerId);
    const before = (await loans.lock(tx.db, id)) ?? notFound('Loan', id);
    const problem = returnProblem(before);
    if (problem) breaksRule('loan.ended', problem);
    assertVersion('loan', before.version, input.version);
    await lockStock(tx, [equipmentId]);
    const { status, notes = '' } = input;
    const after = await loans.update(
      tx.db,
      before,
      {
        status,
        endedOn: tx.today,
        endedBy: actorName(tx.actor),
        notes: [before.notes, notes].filter(Boolean).join('\n'),
      },
      { updated_at: tx.now },
    );
    const document = {
      source: status === 'good' ? 'loan.return' : 'loan.loss',
      sourceId: id,
    };
    const { serial, quantity, loanNumber, valueUsd } = after;
    if (after.unitId !== null) {
      const units = [{ equipmentId, serial: serial }];
      await moveUnits(tx, { ...document, units, from: 'loan', to: places[status] });
    }
    if (status === 'good')
      await moveStock(tx, [
        {
          ...document,
          equipmentId,
          kind: 'loan_return',
          date: tx.today,
          ...{ quantity, valueUsd, reference: loanNumber },
          note: nameOf(customer),
        },
      ]);
    await setDevice(tx, customer, fieldsWithoutDevice(customer, after));
    await auditLoan(tx, { action: 'loan.return', customer, before, after });
    await post(tx, loanEnded({ ...after, customer: nameOf(customer) }, status, tx.today));
    return getLoan(tx, id);
  });
}
