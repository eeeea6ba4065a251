import { type CallInput, type FileOperation, send, urlOf } from './call.ts';

/** File name in a Content-Disposition header; the UTF-8 form takes precedence. */
export function filenameIn(header: string | null): string | undefined {
  if (!header) return undefined;
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header);
  if (extended) {
    try {
      return decodeURIComponent(extended[1]!.trim());
    } catch {
      // Fall back to the plain form.
    }
  }
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(header);
  return (plain?.[1] ?? plain?.[2])?.trim() || undefined;
}

/** Gives the user a file to save. */
export function save(blob: Blob, filename: string): void {
  const link = document.createElement('a');
  const url = URL.createObjectURL(blob);
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the blob only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Downloads the file of an operation and saves it; returns its name.
 * @throws ClientError
 */
export async function download<O extends FileOperation>(
  operation: O,
  input: CallInput<O>,
  fallbackName = 'download',
): Promise<string> {
  const response = await send(operation, input);
  const filename = filenameIn(response.headers.get('content-disposition')) ?? fallbackName;
  save(await response.blob(), filename);
  return filename;
}

/** Opens a PDF in a new tab and starts printing; browsers without support only show it. */
export function print<O extends FileOperation>(operation: O, input: CallInput<O>): void {
  const url = urlOf(operation, input as Parameters<typeof urlOf>[1]);
  const tab = window.open(`${url}${url.includes('?') ? '&' : '?'}inline=1`, '_blank');
  tab?.addEventListener('load', () => tab.print());
}
