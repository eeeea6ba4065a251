import type { Permission } from '@nimule/core/identity/permissions';
import type { Operation } from '@nimule/core/routes';
import type { OwnAct } from './own-acts.ts';

/** Kinds of records that an act can ask for. */
export type PickedKind =
  | 'customer'
  | 'invoice'
  | 'payment'
  | 'purchaseOrder'
  | 'equipment'
  | 'employee';

interface CommonAct {
  /** As on its button, where there is one. */
  label: string;
  /** Other words by which it is found; the first that fits a search as a whole counts most. */
  also: readonly string[];
  /** What it leads to; its permission is that of the act. */
  operation: Operation;
  /** Needed besides, where the operation decides by what it is given. */
  needs?: Permission;
  /** Only for users who are linked to an employee. */
  ofEmployee?: true;
}

/** Opens an address, asks for a record and opens that, or is done by the shell at once. */
export type Act = CommonAct &
  (
    | { to: string; pick?: never; own?: never }
    | {
        to?: never;
        pick: { kind: PickedKind; with: Readonly<Record<string, string>> };
        own?: never;
      }
    | { to?: never; pick?: never; own: OwnAct }
  );
