import { roleHolds } from '@nimule/core/identity/permissions';
import { expect, test } from 'vitest';
import { moduleNames, modules } from '../modules.ts';
import { addressOf } from '../paths.ts';
import type { Block, Inline } from './guide.ts';
import { guideNames, guides, guidesFor, isGuide } from './guides.ts';
import { helpSectionsFor, sectionsIn } from './help-index.ts';
import { helpFor, topics } from './help-topics.ts';

const everything = () => true;
const asClerk = (permission: Parameters<typeof roleHolds>[1]) => roleHolds('billing', permission);

function isThere(topic: string): boolean {
  const [guide = '', section] = topic.split('#');
  return isGuide(guide) && sectionsIn[guide].some(({ id }) => id === section);
}

test('each screen and tab has a section that is in its guide', () => {
  const all = moduleNames.flatMap((name) => [
    modules[name].help,
    ...Object.values(topics[name] ?? {}),
  ]);
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter((topic) => !isThere(topic))).toEqual([]);
  expect(isThere('clerk#no-such-section')).toBe(false);
});

test('each screen leads to help that everybody may read', () => {
  for (const name of moduleNames) {
    const { pathname, search } = new URL(addressOf(name), 'https://portal.example');
    expect(helpFor({ pathname, search }, () => false)).toMatch(/^\/dashboard\?view=help&guide=/);
    const [, topic] = helpFor({ pathname, search }, everything).split('guide=');
    expect(modules[name].help).toBe(topic);
  }
});

test('the help is that of the open form or tab, in a guide that the user may read', () => {
  const at = (search: string) =>
    helpFor({ pathname: '/dashboard', search }, asClerk).split('guide=')[1];
  expect(at('?tab=billing&view=payments&record=payment')).toBe('clerk#take-a-payment');
  expect(at('?tab=billing&view=payments')).toBe('clerk#a-customer-paid-the-wrong-invoice');
  expect(at('?tab=network&view=settings')).toBe('clerk#see-the-network');
  expect(at('?view=till&part=all')).toBe('clerk#accept-a-till');
  expect(helpFor({ pathname: '/no-such-page', search: '' }, asClerk)).toContain('guide=clerk');
});

test('the guide for administrators is for those who manage users or backups', () => {
  expect(guidesFor(asClerk)).toEqual(['clerk', 'accountant', 'move-in', 'keys']);
  expect(
    guidesFor((permission) => permission === 'signedIn' || permission === 'user.manage'),
  ).toContain('administrator');
  expect(helpSectionsFor(asClerk).some(({ guide }) => guide === 'administrator')).toBe(false);
});

function linksIn(blocks: readonly Block[]): string[] {
  const of = (inlines: readonly Inline[]): string[] =>
    inlines.flatMap((one) =>
      typeof one === 'string' ? [] : [...('to' in one ? [one.to] : []), ...of(one.of)],
    );
  return blocks.flatMap((block) => {
    if (block.is === 'p') return of(block.of);
    if (block.is === 'ul' || block.is === 'ol') return block.items.flatMap(linksIn);
    return block.is === 'table' ? [...block.head, ...block.rows.flat()].flatMap(of) : [];
  });
}

test.each(guideNames.filter((name) => guides[name].load))(
  'links of %s lead to sections',
  async (name) => {
    const { default: sections } = await guides[name].load!();
    const ids = sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = sections
      .flatMap(({ blocks }) => linksIn(blocks))
      .filter((to) => !/^https?:/.test(to));
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((to) => (to.includes('#') ? !isThere(to) : !isGuide(to)))).toEqual([]);
  },
);
