/** A program of ours that runs in a thread or process of its own, and the options that Node needs for it. */
export interface Companion {
  file: URL;
  execArgv: string[];
}

/**
 * The program beside the module that starts it: compiled JavaScript as it is; TypeScript, in development,
 * through a file of its own that registers a loader (tests put bundles in this function's place).
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
