/** Maximum share reported before the answer: the server still has to store the file. */
const LAST_SHARE = 0.99;
const NO_CONTENT = 204;

function headersOf(text: string): Headers {
  const headers = new Headers();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return headers;
}

/**
 * As `fetch`, but reports the share of the body that has been sent, from 0 to 1. `fetch` does not report it in any
 * browser over HTTP/1.
 * @throws TypeError if there is no answer
 */
export function sendWithProgress(
  path: string,
  init: { method: string; headers: Record<string, string>; body: FormData },
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(init.method, path);
    for (const [name, value] of Object.entries(init.headers)) sending.setRequestHeader(name, value);
    sending.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(Math.min(loaded / total, LAST_SHARE));
    };
    sending.onload = () =>
      resolve(
        new Response(sending.status === NO_CONTENT ? null : sending.responseText, {
          status: sending.status,
          statusText: sending.statusText,
          headers: headersOf(sending.getAllResponseHeaders()),
        }),
      );
    const failed = () => reject(new TypeError('the file could not be sent'));
    sending.onerror = failed;
    sending.onabort = failed;
    sending.send(init.body);
  });
}
