const KILOBYTE = 1024;

/** '820 KB', '1.4 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < KILOBYTE * KILOBYTE) return `${Math.max(1, Math.round(bytes / KILOBYTE))} KB`;
  return `${Number((bytes / KILOBYTE / KILOBYTE).toFixed(1))} MB`;
}
