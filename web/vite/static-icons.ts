import type { Plugin } from 'vite';

function isLoader(id: string): boolean {
  const place = id.indexOf('@blueprintjs/icons/');
  return place >= 0 && id.includes('/paths-loaders/', place) && id.endsWith('.js');
}

/**
 * Icons are components here. An icon asked for by its name would fetch all six hundred of them (100 KB), so
 * the loaders are left out and such an icon fails at once instead.
 */
export function staticIcons(): Plugin {
  return {
    name: 'nimule-static-icons',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!isLoader(id)) return null;
      return `const refuse = (name) => { throw new Error('no icon by name: import the component of ' + name); };
        export { refuse as allPathsLoader, refuse as splitPathsBySizeLoader };`;
    },
  };
}
