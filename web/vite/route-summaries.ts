import type { Plugin } from 'vite';

const SUMMARY = /^ {4}summary:\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),\n/gm;

/** Whether a module is a file of routes of core: routes.ts, routes-payments.ts. */
function isRoutes(id: string): boolean {
  const name = id.slice(id.lastIndexOf('/') + 1);
  return id.includes('/core/') && name.startsWith('routes') && name.endsWith('.ts');
}

/** A file of routes without the summaries of its operations, which the documents about the API alone read. */
export function withoutSummaries(code: string): string {
  return code.replace(SUMMARY, '');
}

/** Leaves the summaries of operations out of the portal: every visit would load them. */
export function routeSummaries(): Plugin {
  return {
    name: 'nimule-route-summaries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return isRoutes(id) ? { code: withoutSummaries(code), map: null } : null;
    },
  };
}
