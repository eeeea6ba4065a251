/** A program of this package that runs in a thread or process of its own, and the options that Node needs for it. */
export interface Companion {
  file: URL;
  execArgv: string[];
}

/**
 * Locates the program next to the module that starts it: compiled JavaScript directly; TypeScript, in development,
 * through a separate file that registers a loader (tests replace this function to run bundles).
 * @param place `import.meta.url` of the module that starts it, or the folder of the program.
 */
export function companionOf(place: string | URL, name: string): Companion {
  if (!import.meta.url.endsWith('.ts'))
    return { file: new URL(`./${name}.js`, place), execArgv: [] };
  return {
    file: new URL(`./${name}-source.mjs`, place),
    execArgv: ['--conditions=nimule-source'],
  };
}
