import { formatInstant } from '../kernel/dates.ts';
import { AppError } from '../kernel/errors.ts';
import type { SealRow } from './schema.ts';

/** A seal as it is kept elsewhere: with its number, or its hash alone. */
export interface SealCopy {
  seal: number | undefined;
  hash: string;
}

/** 'seal 812 sha256:…': what goes into the log, manifests and e-mails, and what `readCopies` finds there. */
export function copyText({ id, hash }: Pick<SealRow, 'id' | 'hash'>): string {
  return `seal ${id} sha256:${hash}`;
}

const MENTION = /\bseal (\d{1,15}) sha256:([0-9a-f]{0,64})/g;
const BARE = /^[0-9a-f]{64}$/;
const HASH_LENGTH = 64;

function noCopy(reason: string): never {
  throw new AppError('invalid', 'seal.copy', reason, { fields: { against: reason } });
}

/**
 * The seals in a text of bounded length, such as an e-mail, the manifest of a backup or a list of seals; or in a hash alone.
 * @param name what the text is, for messages. @throws AppError invalid `seal.copy` without one, or where one is cut off.
 */
export function readCopies(text: string, name: string): SealCopy[] {
  const trimmed = text.trim();
  if (BARE.test(trimmed)) return [{ seal: undefined, hash: trimmed }];
  const found = [...text.matchAll(MENTION)].map(([, seal, hash]) => ({
    seal: Number(seal),
    hash: hash!,
  }));
  const cut = found.find(({ hash }) => hash.length < HASH_LENGTH);
  if (cut) noCopy(`Seal ${cut.seal} in ${name} is cut off: its hash has 64 characters.`);
  if (found.length === 0)
    noCopy(
      `There is no seal in ${name}: it is 'seal', a number, 'sha256:' and 64 characters, as in the log, the manifest of a backup and the e-mails.`,
    );
  return found;
}

/** 'lines 1 to 70', by ids. */
export function rangeText({ firstLine, lastLine }: Pick<SealRow, 'firstLine' | 'lastLine'>) {
  return firstLine === lastLine ? `line ${lastLine}` : `lines ${firstLine} to ${lastLine}`;
}

const sealed = (seal: Pick<SealRow, 'id' | 'sealedAt'>) =>
  `seal ${seal.id} of ${formatInstant(seal.sealedAt)}`;

/** What a verification prints of a seal of a special kind; undefined for the usual. */
export function noteOf(seal: SealRow): string | undefined {
  if (seal.kind === 'upgrade')
    return `The ${seal.lines} lines up to ${seal.lastLine} are older than seals and were sealed as they were found, by ${sealed(seal)}.`;
  if (seal.kind !== 'restore') return undefined;
  const begun = `A backup was restored before ${sealed(seal)}`;
  if (seal.cutSeal === null) return `${begun}; no seal of the replaced data is known.`;
  const cut = copyText({ id: seal.cutSeal, hash: seal.cutHash! });
  return `${begun}: the chain was cut after seal ${seal.id - 1}. The newest of the replaced data was ${cut}.`;
}

/** After so many minutes lines without a seal mean that the job does not run. */
export const LATE_MINUTES = 10;

/** What a check says of the age of the newest seal. */
export function ageText(
  newest: Pick<SealRow, 'id' | 'sealedAt' | 'lastLine'> | undefined,
  now: Date,
): string {
  if (!newest) return 'nothing is sealed yet';
  const minutes = Math.max(0, Math.floor((now.getTime() - newest.sealedAt.getTime()) / 60_000));
  return `seal ${newest.id} up to line ${newest.lastLine} is ${minutes} minutes old`;
}
