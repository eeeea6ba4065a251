import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Visit } from './harness.ts';

declare global {
  interface Window {
    axe: typeof axe & {
      /** Not in its types: the rules that it has. */
      _audit: { rules: { id: string; impact: axe.ImpactValue }[] };
    };
  }
}

/** Half the size of `axe.js`. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'));
const AXE_PATH = '/-/axe.js';

/** Serves axe beside the portal: the browser keeps it compiled, as it does the portal's scripts. */
export function withAxe(answer: RequestListener): RequestListener {
  return (request, response) => {
    if (request.url !== AXE_PATH) return answer(request, response);
    response.setHeader('content-type', 'text/javascript');
    response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    response.end(AXE);
  };
}

/** Sidebars without findings, by what they show, their colours and width: they stay while the screens beside them change. */
const soundSidebars = new Set<string>();

/**
 * Serious and critical findings of axe on the current page, of all its rules or those named; of a sidebar that had none before
 * only once. Run directly in the page, which takes half the time of axe's Playwright integration; there are no frames.
 */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  const { violations, sidebar } = await page.evaluate(
    async ({ only, path, sound }) => {
      if (!('axe' in window))
        await new Promise((resolve, reject) => {
          const script = document.createElement('script');
          script.src = path;
          script.onload = resolve;
          script.onerror = reject;
          document.head.append(script);
        });
      // What is fading in or out, such as a toast, has a low contrast for that time.
      const fading = document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(fading.map(({ finished }) => finished));
      // A finding has the impact of its rule.
      const minor = window.axe._audit.rules.filter(
        ({ impact }) => impact === 'minor' || impact === 'moderate',
      );
      const aside = document.querySelector('aside');
      const { theme } = document.documentElement.dataset;
      const sidebar = aside && [only, theme, innerWidth, aside.innerText].join();
      const isKnown = sidebar !== null && sound.includes(sidebar);
      const found = await window.axe.run(isKnown ? { exclude: ['aside'] } : document, {
        resultTypes: ['violations'],
        ...(only
          ? { runOnly: only }
          : { rules: Object.fromEntries(minor.map(({ id }) => [id, { enabled: false }])) }),
      });
      const violations = found.violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        html: nodes.map((node) => node.html.slice(0, 160)),
      }));
      return { violations, sidebar };
    },
    { only: rules, path: AXE_PATH, sound: [...soundSidebars] },
  );
  if (sidebar && violations.length === 0) soundSidebars.add(sidebar);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html.join(' | ')}`);
}

/**
 * Serious findings in both themes, while the theme is that of the system. All rules in the light one; in the dark one
 * contrast alone, since the themes differ in nothing but colours. It begins with the theme that the page has, and leaves it
 * in the other: a change draws all of the page again.
 */
export async function findingsInBothThemes({
  page,
  settled,
}: Pick<Visit, 'page' | 'settled'>): Promise<string[]> {
  const dark = page.locator('html[data-theme=dark]');
  const isDark = (await dark.count()) > 0;
  await settled();
  const findings: string[] = [];
  for (const theme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme: theme });
    await dark.waitFor({ state: theme === 'dark' ? 'attached' : 'detached' });
    const found = await seriousFindings(page, theme === 'dark' ? ['color-contrast'] : undefined);
    findings.push(...found.map((finding) => `${theme}: ${finding}`));
  }
  return findings;
}
