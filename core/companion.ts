/** A program of ours that runs in a thread or process of its own, and the options that Node needs for it. */
export interface Companion {
  file: URL;
  execArgv: string[];
}

/**
 * The program beside the module that starts it: compiled JavaScript as it is; TypeScript, in development,
 * through a file of its own that registers a loader (tests put bundles in this function's place).
 * @param importer `import.meta.url` of the module that starts it.
 */
export function companionOf(importer: string, name: string): Companion {
  if (!importer.endsWith('.ts')) return { file: new URL(`./${name}.js`, importer), execArgv: [] };
  return {
    file: new URL(`./${name}-source.mjs`, importer),
    execArgv: ['--conditions=nimule-source'],
  };
}
