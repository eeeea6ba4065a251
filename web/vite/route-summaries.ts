import type { Plugin } from 'vite';

const ROUTES = /\/core\/[\w/-]*routes[\w-]*\.ts$/;
const SUMMARY = /^ {4}summary:\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),\n/gm;

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
      return ROUTES.test(id) ? { code: withoutSummaries(code), map: null } : null;
    },
  };
}
