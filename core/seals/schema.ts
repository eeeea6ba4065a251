import { z } from 'zod';
import { emailAddress } from '../kernel/contact.ts';
import { instant } from '../kernel/dates.ts';
import { pagingQuery } from '../kernel/paging.ts';
import { recordId } from '../kernel/text.ts';

/** 'upgrade': lines older than seals, sealed as they were found; 'restore': the first seal after a restore. */
export const sealKinds = ['usual', 'upgrade', 'restore'] as const;
export type SealKind = (typeof sealKinds)[number];

/** One seal of the audit log (decision 127). Hashes are 64 hexadecimal digits. */
export const auditSeal = z.object({
  id: recordId,
  kind: z.enum(sealKinds),
  lineFormat: z.number(),
  /** The range of ids; not every id has a line. */
  firstLine: z.number(),
  lastLine: z.number(),
  /** How many lines the range has. */
  lines: z.number(),
  root: z.string(),
  /** The hash of the seal before; '' for the first. */
  previous: z.string(),
  hash: z.string(),
  sealedAt: instant,
  /** Of a restore: the newest seal that was known of the replaced data. */
  cutSeal: z.number().nullable(),
  cutHash: z.string().nullable(),
  /** Number and hash as they are kept elsewhere: 'seal 812 sha256:…'. */
  copy: z.string(),
});
export type AuditSeal = z.output<typeof auditSeal>;
/** As it is stored. */
export type SealRow = Omit<AuditSeal, 'copy'>;

export const sealFilter = pagingQuery(['id']).omit({ q: true });
export type SealFilter = z.output<typeof sealFilter>;

export const sealSettings = z.object({
  /** Where the newest seal is sent each day: an address outside of the company's servers; '' sends nothing. */
  copyTo: emailAddress,
});
export type SealSettings = z.output<typeof sealSettings>;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.int().nonnegative();

/** The fields of a line in the order of its text, of format 1, after the number of the format. */
export const LINE_FIELDS = [
  'id',
  'at',
  'actorKind',
  'actorId',
  'actorName',
  'actorUsername',
  'origin',
  'action',
  'entity',
  'entityId',
  'summary',
  'before',
  'after',
  'format',
] as const;
export type LineFields = Record<(typeof LINE_FIELDS)[number], unknown>;

export const PROOF_FORMAT = 'nimule audit proof 1';
/** A year of seals, one a minute of working hours, after the proved line. */
export const MAX_CHAIN = 250_000;
/** A chain of this length, and a line of the largest import. */
export const MAX_PROOF_BYTES = 32 * 1024 * 1024;

/** What `isp audit prove` writes: one line, its way to a seal, and the seals after it. */
export const auditProof = z.strictObject({
  format: z.literal(PROOF_FORMAT),
  /** What is hashed as the leaf, byte by byte. */
  text: z.string().min(1),
  /** The same, to be read by people. */
  line: z.record(z.string(), z.unknown()),
  /** The place of the line among those of the seal, from 0. */
  position: whole,
  path: hash.array().max(64),
  seal: z.strictObject({
    id: z.int().positive(),
    kind: z.enum(sealKinds),
    lineFormat: z.literal(1),
    firstLine: whole,
    lastLine: whole,
    lines: z.int().positive(),
    root: hash,
    previous: z.union([hash, z.literal('')]),
    sealedAt: z.iso.datetime({ precision: 3 }),
    cutSeal: whole.nullable(),
    cutHash: hash.nullable(),
  }),
  /** The hashes of the contents of the seals that follow, each by one. */
  chain: hash.array().max(MAX_CHAIN),
  /** The last of them, or the seal itself. */
  newest: z.string().max(200),
});
export type AuditProof = z.output<typeof auditProof>;
