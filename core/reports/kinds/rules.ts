import { customerKinds } from './rules-customers.ts';
import { expenseKinds } from './rules-expenses.ts';
import type { ActionWords, Fields, KindInWords, Words } from './rules-kind.ts';
import { otherActions, otherActivities, otherKinds } from './rules-others.ts';
import { peopleKinds } from './rules-people.ts';
import { procurementKinds } from './rules-procurement.ts';
import { saleKinds } from './rules-sales.ts';
import type { RecordKind } from './schema.ts';

/** What is said of kinds of records, by the entity of their audit lines; of others no more than what was done. */
const kinds = {
  ...customerKinds,
  ...expenseKinds,
  ...peopleKinds,
  ...procurementKinds,
  ...saleKinds,
  ...otherKinds,
} satisfies Partial<Record<RecordKind, KindInWords>> & Record<string, KindInWords>;

type Kinds = typeof kinds;
/** Kinds of records with a history. */
export type HistoryEntity = {
  [K in keyof Kinds]: Kinds[K] extends { fields: Fields } ? K : never;
}[keyof Kinds];

const rows = Object.entries<KindInWords>(kinds);
const actions = new Map<string, ActionWords>([
  ...rows.flatMap(([, row]) => Object.entries(row.actions)),
  ...Object.entries(otherActions).map(([action, log]) => [action, [log]] as const),
]);

const participles: Readonly<Record<string, string>> = {
  create: 'added',
  update: 'changed',
  delete: 'deleted',
};

/** What the entity of an audit line is called: 'Voucher bundle' of 'voucherBundle', 'Disconnect run' of 'disconnectRun'. */
export function kindLabel(entity: string): string {
  const words = entity.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'Voucher bundle added' of 'voucherBundle.create'. */
function wordsOf(action: string): string | undefined {
  const [noun = '', verb = ''] = action.split('.');
  const done = Object.hasOwn(participles, verb) ? participles[verb] : undefined;
  return done && `${kindLabel(noun)} ${done}`;
}

/**
 * What was done by an action of an audit line: 'Payment recorded'. Adding, changing and deleting need no words of their own; any
 * other action without words is as it is, 'ticket resolve'.
 */
export function actionLabel(action: string): string {
  return actions.get(action)?.[0] ?? wordsOf(action) ?? action.replaceAll('.', ' ');
}

/** What an action is called in the history of its record; undefined where the summary of the line says it. */
export function actionInHistory(action: string): Words | undefined {
  return actions.get(action)?.[1];
}

export function fieldsOf(kind: HistoryEntity): Fields {
  return kinds[kind].fields;
}

/** The kinds that the audit log finds by a number, with its table and column. */
export const numberedKinds = rows.flatMap(([kind, { number }]) =>
  number ? [{ kind, table: number[0], column: number[1] }] : [],
);

const activitiesFor = (reader: KindInWords['overview'], others: readonly string[]) => [
  ...rows.flatMap(([kind, { overview }]) => (overview === reader ? [kind] : [])),
  ...others,
];

/** The entities of audit lines that the overview shows to everybody. */
export const activityEntities = activitiesFor(true, otherActivities.all);

/** The entities of human resources, whose activities are for those who may see it. Their summaries hold no amounts. */
export const hrActivityEntities = activitiesFor('hr.read', otherActivities.hr);
