import type { Plugin } from 'vite';

const DARK = ':root[data-theme="dark"] {';

/**
 * Gives a prerendered page the dark colours of theme.css where the system is dark and no script has chosen a theme yet:
 * otherwise it would be light until its scripts run.
 */
export function themeWithoutScripts(): Plugin {
  return {
    name: 'nimule-theme-without-scripts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/ui/theme.css')) return null;
      const [, dark] = code.split(DARK, 2);
      const [colours] = dark?.split('}', 1) ?? [];
      if (!colours) this.error('theme.css has no dark colours');
      const media = '@media screen and (prefers-color-scheme: dark)';
      return `${code}\n${media} { :root:not([data-theme]) {${colours}} }\n`;
    },
  };
}
