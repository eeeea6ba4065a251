import type { Permission } from '@nimule/core/identity/permissions';
import type { Section } from './guide.ts';

interface GuideRow {
  title: string;
  /** Who may read it: whoever has one of them. */
  permissions: readonly Permission[];
  /** Its sections, in a chunk of their own; none for the list of shortcuts. */
  load?: () => Promise<{ default: readonly Section[] }>;
}

/** The guides of the portal, by the names of their files in docs/guide, and the list of shortcuts. */
const table = {
  clerk: {
    title: 'Clerks',
    permissions: ['signedIn'],
    load: () => import('../../../docs/guide/clerk.md?guide'),
  },
  accountant: {
    title: 'Accountants',
    permissions: ['signedIn'],
    load: () => import('../../../docs/guide/accountant.md?guide'),
  },
  administrator: {
    title: 'Administrators',
    permissions: ['user.manage', 'backup.manage'],
    load: () => import('../../../docs/guide/administrator.md?guide'),
  },
  'move-in': {
    title: 'Moving in',
    permissions: ['signedIn'],
    load: () => import('../../../docs/guide/move-in.md?guide'),
  },
  keys: { title: 'Keyboard', permissions: ['signedIn'] },
} as const satisfies Record<string, GuideRow>;

export type GuideName = keyof typeof table;
/** A section of a guide: 'clerk#take-a-payment'. */
export type Topic = `${GuideName}#${string}`;
export const guides: Readonly<Record<GuideName, GuideRow>> = table;
export const guideNames = Object.keys(table) as GuideName[];

export function isGuide(name: string): name is GuideName {
  return name in table;
}

type May = (permission: Permission) => boolean;

export function mayRead(may: May, name: GuideName): boolean {
  return guides[name].permissions.some(may);
}

export function guidesFor(may: May): GuideName[] {
  return guideNames.filter((name) => mayRead(may, name));
}
