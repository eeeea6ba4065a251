import type { Plugin } from 'vite';

function isLoader(id: string): boolean {
  const place = id.indexOf('@blueprintjs/icons/');
  return place >= 0 && id.includes('/paths-loaders/', place) && id.endsWith('.js');
}

/** A module with the names of all icons (64 KB), by which icons are looked up. */
const NAMES = '@blueprintjs/icons/lib/esm/iconNames.js';

/**
 * Removes Blueprint's loaders of icons by name, which load all 600 icons (100 KB), and their names. Icons are imported as
 * components; a name is reported as an unknown one.
 */
export function staticIcons(): Plugin {
  return {
    name: 'nimule-static-icons',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id.endsWith(NAMES))
        return 'export const IconNames = {}; export const IconNamesSet = new Set();';
      if (!isLoader(id)) return null;
      return `const refuse = (name) => { throw new Error('no icon by name: import the component of ' + name); };
        export { refuse as allPathsLoader, refuse as splitPathsBySizeLoader };`;
    },
  };
}
