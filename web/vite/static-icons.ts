import type { Plugin } from 'vite';

function isLoader(id: string): boolean {
  const place = id.indexOf('@blueprintjs/icons/');
  return place >= 0 && id.includes('/paths-loaders/', place) && id.endsWith('.js');
}

/**
 * Removes Blueprint's loaders of icons by name, which load all 600 icons (100 KB). Icons are imported as components;
 * using a name throws an error.
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
