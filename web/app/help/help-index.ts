import type { Permission } from '@nimule/core/identity/permissions';
import accountant from '../../../docs/guide/accountant.md?guide-index';
import administrator from '../../../docs/guide/administrator.md?guide-index';
import clerk from '../../../docs/guide/clerk.md?guide-index';
import moveIn from '../../../docs/guide/move-in.md?guide-index';
import type { IndexedSection } from './guide.ts';
import { type GuideName, guideNames, guides, mayRead } from './guides.ts';

export interface HelpSection extends IndexedSection {
  guide: GuideName;
  guideTitle: string;
}

/** The sections of each guide without their text, for the search. */
export const sectionsIn: Readonly<Record<GuideName, readonly IndexedSection[]>> = {
  clerk,
  accountant,
  administrator,
  'move-in': moveIn,
  keys: [],
};

const all: readonly HelpSection[] = guideNames.flatMap((guide) =>
  sectionsIn[guide].map((section) => ({ ...section, guide, guideTitle: guides[guide].title })),
);

/** Sections of the guides that the user may read. */
export function helpSectionsFor(may: (permission: Permission) => boolean): readonly HelpSection[] {
  return all.filter(({ guide }) => mayRead(may, guide));
}
