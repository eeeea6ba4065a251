import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import smpp from 'smpp';
import type { SmppOptions } from './smpp-options.ts';
import { NotSentError } from './smpp-types.ts';
import { openSocket, reasonOf } from './socket.ts';

const UDH_FLAG = 0x40;
const UCS2_CODING = 8;

/** Decodes without the package's filters: they read the text of a receipt as GSM and fail on odd dates. */
export class RawPdu extends smpp.PDU {
  override _filter(): void {}
}

export function decode(octets: Buffer): RawPdu | undefined {
  try {
    return new RawPdu(octets);
  } catch {
    return undefined;
  }
}

/** The octet of '_' in the GSM alphabet, which ASCII texts do not contain. */
const GSM_UNDERSCORE = '\u0011';

/**
 * The text of a deliver_sm. Receipts are ASCII, whatever the default alphabet is; some servers write them in GSM, where
 * only the '_' of an id differs.
 */
export function textOf(pdu: RawPdu): string {
  const payload = Buffer.isBuffer(pdu.message_payload) ? pdu.message_payload : undefined;
  const message = Buffer.isBuffer(pdu.short_message) ? pdu.short_message : Buffer.alloc(0);
  const octets = message.length > 0 || !payload ? message : payload;
  const header = Number(pdu.esm_class) & UDH_FLAG && octets.length > 0 ? octets[0]! + 1 : 0;
  const body = octets.subarray(header);
  if (pdu.data_coding !== UCS2_CODING)
    return body.toString('latin1').replaceAll(GSM_UNDERSCORE, '_');
  return Buffer.from(body.subarray(0, body.length & ~1))
    .swap16()
    .toString('utf16le');
}

/** @throws NotSentError */
export async function openSmppSocket(options: SmppOptions, connectMs: number): Promise<Socket> {
  const { host, port, isTls, isVerified } = options;
  try {
    const ca = options.ca === undefined ? {} : { ca: await readFile(options.ca, 'utf8') };
    const tls = isTls ? { rejectUnauthorized: isVerified, ...ca } : undefined;
    const socket = await openSocket({ host, port, tls }, connectMs);
    socket.setNoDelay(true);
    return socket;
  } catch (error) {
    throw new NotSentError(reasonOf(error));
  }
}
