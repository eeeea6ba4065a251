import { type Cents, formatSsp } from '../kernel/money.ts';
import type { ApprovalFact, PayloadKind } from './schema.ts';

/** What a second person is asked about, before there is a record of it. */
export interface SecondPerson {
  kind: PayloadKind;
  /** The payee: entity and id of its record, if it has one, and its name. */
  entity: string;
  entityId: number | null;
  record: string;
  /** One line for the list, without amounts of pay. */
  summary: string;
  /** US cents; zero where the facts tell it. */
  amountUsd: Cents;
  facts: readonly ApprovalFact[];
  reason: string;
  /** The user in whose favour it is. */
  forUserId?: number | null;
  /** The fields of the body that are kept for the acceptance; all when left out. */
  fields?: readonly string[];
  /** A body to keep instead of the one that was sent, in the form of the API. */
  body?: Readonly<Record<string, unknown>>;
  /** The values of the fields when the change was requested; compared at the acceptance (`assertAsAsked`). */
  asked?: Readonly<Record<string, unknown>>;
  /** The message for the caller; the usual one when left out. */
  message?: string;
  /** Answered to the caller once and not stored. */
  temporaryPassword?: string;
}

/** What is paid in pounds, for the facts beside the amount in dollars; nothing (null) for what is paid in dollars. */
export function poundsFact(amountSsp: Cents | null, label = 'Amount'): ApprovalFact[] {
  return amountSsp === null ? [] : [{ label, text: formatSsp(amountSsp) }];
}

/** Thrown by a service whose act waits for a second person; `invoke` keeps the input and answers that. */
export class Waiting extends Error {
  readonly request: SecondPerson;

  constructor(request: SecondPerson) {
    super(`${request.kind} waits for a second person`);
    this.request = request;
  }
}
