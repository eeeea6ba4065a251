import { ArrowRightIcon, HelpIcon, LightningIcon } from '@blueprintjs/icons';
import type { Permission } from '@nimule/core/identity/permissions';
import { type ActName, acts, actsFor } from '../acts/acts.ts';
import { type Fit, fitOf } from '../acts/match.ts';
import { type HelpSection, helpSectionsFor } from '../help/help-index.ts';
import { modulesFor } from '../modules/visible-modules.ts';
import { modules } from '../modules.ts';
import { addressOf, paths } from '../paths.ts';
import type { Entry } from './record-entries.tsx';

/** A screen, an act or a section of the help, and how well the search fits it. */
export interface Place {
  entry: Entry;
  fit: Fit;
}

type May = (permission: Permission) => boolean;

function actEntry(name: ActName): Entry {
  const { label, to } = acts[name];
  return {
    id: `act ${name}`,
    group: 'Actions',
    icon: <LightningIcon />,
    label,
    act: name,
    ...(to === undefined ? {} : { to }),
  };
}

function helpEntry({ guide, guideTitle, id, title }: HelpSection): Entry {
  return {
    id: `help ${guide} ${id}`,
    group: 'Help',
    icon: <HelpIcon />,
    label: title,
    detail: guideTitle,
    to: paths.help(guide, id),
  };
}

/** Words before a search in the help alone. */
const HELP = /^(?:help|guide|how to|how do i)\s+/i;

/** Sections whose title has the words; with 'help' before them also those of which only the text has them. */
function helpFor(may: May, q: string): Place[] {
  if (q === '') return [];
  const wanted = q.replace(HELP, '');
  return helpSectionsFor(may).flatMap((section) => {
    const fit = fitOf(section.title, wanted === q ? [] : section.words, wanted);
    return fit === undefined || (fit > 2 && wanted === q)
      ? []
      : [{ entry: helpEntry(section), fit: Math.max(fit, 2) as Fit }];
  });
}

/**
 * Permitted acts, screens and sections of the help that the search fits, the best first; all acts and screens for an
 * empty one. `isEmployee` says whether the user is linked to an employee, whose own leave and payslips are found.
 */
export function placesFor(may: May, q: string, isEmployee: boolean): Place[] {
  const fitting = (entry: Entry, also: readonly string[]): Place[] => {
    const fit = q === '' ? 4 : fitOf(entry.label, also, q);
    return fit === undefined ? [] : [{ entry, fit }];
  };
  const found = [
    ...actsFor(may, isEmployee).flatMap((name) => fitting(actEntry(name), acts[name].also)),
    ...modulesFor(may)
      .filter((name) => (name !== 'mine' || isEmployee) && name !== 'help')
      .flatMap((name) =>
        fitting(
          {
            id: `screen ${name}`,
            group: 'Screens',
            icon: <ArrowRightIcon />,
            label: modules[name].label,
            to: addressOf(name),
          },
          [],
        ),
      ),
    ...helpFor(may, q),
  ];
  // Groups stay together within a fit.
  return found.sort((a, b) => a.fit - b.fit);
}
