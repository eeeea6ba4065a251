import { z } from 'zod';
import { dateText, instant } from '../kernel/dates.ts';
import { pagingQuery } from '../kernel/paging.ts';
import {
  optionalText,
  recordVersion,
  requiredText,
  searchKey,
  visiblePart,
  yesNo,
} from '../kernel/text.ts';
import { roles } from './roles.ts';
import { secondSteps } from './permissions.ts';

/** Decision 14. */
export const SESSION_HOURS = 12;
/** Shortest interval between writes of activity, so that not every request writes. */
export const ACTIVITY_WRITE_SECONDS = 15;
/** seeds/000 9. */
export const MIN_PASSWORD_LENGTH = 6;
/** What a password must be, for the forms (decision 89). */
export const PASSWORD_RULE = `At least ${MIN_PASSWORD_LENGTH} characters; not a name, a row such as 123456, or one of the 10,000 most common passwords.`;
const MAX_PASSWORD_LENGTH = 200;
export const SESSION_COOKIE = 'nimule_session';

/** The comparable form of a username or an e-mail address. */
export function identityKey(text: string): string {
  return searchKey(text);
}

/**
 * The form in which full names of active users are compared: ignoring case, blanks and invisible characters, with
 * compatibility forms of letters (wide, ligatures) replaced by the letters.
 */
export function fullNameKey(fullName: string): string {
  return visiblePart(searchKey(fullName.normalize('NFKC')));
}

const ASCII_USERNAME = /^[a-z0-9._@-]+$/i;
export const USERNAME_RULE =
  'A username consists of the letters a to z, digits, dots, dashes, underscores and @.';

/** For new and changed usernames: other alphabets have look-alike letters, which allow look-alike names. */
export function isUsername(value: string): boolean {
  return ASCII_USERNAME.test(value);
}

const username = requiredText('The username', 60).refine(isUsername, { message: USERNAME_RULE });
/** Older accounts may keep a username that is not ASCII; the service checks changed ones. */
const newOrOldUsername = requiredText('The username', 60);
const emailAddress = requiredText('The e-mail address', 200).refine(
  (value) => z.email().safeParse(value).success,
  {
    message: 'Enter an e-mail address such as name@example.com.',
  },
);
const fullName = requiredText('The full name', 120);
/** Passwords are not trimmed; only their Unicode form is normalised. */
export const password = z
  .string()
  .max(MAX_PASSWORD_LENGTH, `A password can have at most ${MAX_PASSWORD_LENGTH} characters.`);

export function normalisePassword(text: string): string {
  return text.toWellFormed().normalize('NFC');
}

export const loginInput = z.object({ username: optionalText('The username', 200), password });
export type LoginInput = z.output<typeof loginInput>;

/** `userId` is part of the specification's call but ignored; the user is that of the session (decision 28). */
export const changePasswordInput = z.object({
  userId: z.union([z.number(), z.string()]).optional(),
  currentPassword: password,
  newPassword: password,
});
export type ChangePasswordInput = z.output<typeof changePasswordInput>;

/** The signed-in user (seeds/000 3, User). */
export const currentUser = z.object({
  id: z.number(),
  username: z.string(),
  fullName: z.string(),
  role: z.enum(roles),
  grants: z.array(z.string()),
  mustChangePassword: z.boolean(),
  /** What must be done before anything else: type the second factor, or set one up (decision 128). */
  secondStep: z.enum(secondSteps).optional(),
});
export type CurrentUser = z.output<typeof currentUser>;

export const loginResult = z.object({ user: currentUser });

export const sessionState = z.object({ idleSeconds: z.number(), expiresAt: instant });

/** A staff account (seeds/001 3). Users who may not manage users get only `id` and `fullName` (decision 17). */
export const user = z.object({
  id: z.number(),
  fullName: z.string(),
  username: z.string().optional(),
  email: z.string().optional(),
  role: z.enum(roles).optional(),
  grants: z.array(z.string()).optional(),
  isActive: z.boolean().optional(),
  mustChangePassword: z.boolean().optional(),
  /** The expiry of the temporary password; null if the password is not temporary. */
  temporaryUntil: instant.nullable().optional(),
  lastPasswordChange: instant.nullable().optional(),
  lastLogin: instant.nullable().optional(),
  createdAt: instant.optional(),
  version: z.number().optional(),
});
export type User = z.output<typeof user>;

/** The sort columns of the list of users; users who get only names can sort by the first. */
export const userSortColumns = [
  'fullName',
  'username',
  'email',
  'role',
  'isActive',
  'lastPasswordChange',
  'lastLogin',
  'createdAt',
] as const;
export type UserSortColumn = (typeof userSortColumns)[number];

export const userFilter = pagingQuery(userSortColumns).extend({
  role: z.enum(['all', ...roles]).optional(),
  status: z.enum(['all', 'active', 'inactive']).optional(),
});
export type UserFilter = z.output<typeof userFilter>;

/** The four cards (seeds/001 2, User Management). */
export const userStats = z.object({
  total: z.number(),
  active: z.number(),
  pendingChanges: z.number(),
  administrators: z.number(),
});

export const userInput = z.object({
  username,
  email: emailAddress,
  fullName,
  role: z.enum(roles),
  password,
  mustChangePassword: yesNo.optional(),
});
export type UserInput = z.output<typeof userInput>;

export const userUpdate = z.object({
  username: newOrOldUsername.optional(),
  email: emailAddress.optional(),
  fullName: fullName.optional(),
  role: z.enum(roles).optional(),
  version: recordVersion,
  /** Required when users change their own e-mail address. */
  currentPassword: password.optional(),
});
export type UserUpdate = z.output<typeof userUpdate>;

/** The first master_admin, created by `isp init` (decision 13). */
export const administratorInput = userInput.pick({ username: true, email: true, fullName: true });
export type AdministratorInput = z.output<typeof administratorInput>;

export const suspendInput = z.object({ isActive: yesNo });
export type SuspendInput = z.output<typeof suspendInput>;
export const resetPasswordInput = z.object({ password: password.optional() });
export type ResetPasswordInput = z.output<typeof resetPasswordInput>;
/** The temporary password is returned once and only its hash is stored. */
export const resetPasswordResult = z.object({ temporaryPassword: z.string() });
export const grantsInput = z.object({ grants: z.array(z.string().max(60)) });
export type GrantsInput = z.output<typeof grantsInput>;

/** One line of the audit log. */
export const auditLine = z.object({
  id: z.number(),
  at: instant,
  actorKind: z.string(),
  /** Null for the shell and jobs, like the username, which is also null in old lines. */
  actorId: z.number().nullable(),
  actorName: z.string(),
  actorUsername: z.string().nullable(),
  origin: z.string(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  summary: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** 1: amounts in `before` and `after` are cents; 2: they are dollars or pounds, as everywhere in the API. */
  format: z.union([z.literal(1), z.literal(2)]),
});
export type AuditRow = z.output<typeof auditLine>;
export const auditFilter = pagingQuery(['at']).extend({
  entity: z.string().max(60).optional(),
  entityId: z.string().max(60).optional(),
  /** The username or e-mail address of a user: what that user did, not what was done to the account. */
  user: optionalText('The user', 200).optional(),
  /** Days in Juba, both included. */
  since: dateText.optional(),
  until: dateText.optional(),
});
export type AuditFilter = z.output<typeof auditFilter>;
