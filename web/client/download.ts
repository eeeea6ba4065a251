import { type CallInput, type FileOperation, send, urlOf } from './call.ts';

/** The name in a Content-Disposition, the UTF-8 form first. */
export function filenameIn(header: string | null): string | undefined {
  if (!header) return undefined;
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header);
  if (extended) {
    try {
      return decodeURIComponent(extended[1]!.trim());
    } catch {
      // Fall back on the plain form.
    }
  }
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(header);
  return (plain?.[1] ?? plain?.[2])?.trim() || undefined;
}

function save(blob: Blob, filename: string): void {
  const link = document.createElement('a');
  const url = URL.createObjectURL(blob);
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers start reading only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Fetches a file operation and hands it to the browser to keep; answers the name it got.
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

/** Opens a PDF beside the page and asks the browser to print it; where it does not, the person prints it there. */
export function print<O extends FileOperation>(operation: O, input: CallInput<O>): void {
  const url = urlOf(operation, input as Parameters<typeof urlOf>[1]);
  const tab = window.open(`${url}${url.includes('?') ? '&' : '?'}inline=1`, '_blank');
  tab?.addEventListener('load', () => tab.print());
}
