/** The parts of the package `smpp` that are used; it has no types of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  export type Fields = Record<string, unknown>;

  export class PDU {
    /** Encodes a command with its fields, or decodes octets. Throws if they cannot be decoded. */
    constructor(command: string | Buffer, fields?: Fields);
    command: string;
    command_length: number;
    command_id: number;
    command_status: number;
    sequence_number: number;
    [field: string]: unknown;
    toBuffer(): Buffer;
    response(fields?: Fields): PDU;
    _filter(direction: 'encode' | 'decode'): void;
  }

  export class Session extends EventEmitter {
    socket: Socket;
    send(pdu: PDU): boolean;
    deliver_sm(fields: Fields, answered?: (pdu: PDU) => void): boolean;
    enquire_link(fields?: Fields, answered?: (pdu: PDU) => void): boolean;
    unbind(fields?: Fields, answered?: (pdu: PDU) => void): boolean;
    close(): void;
    destroy(): void;
  }

  const smpp: {
    PDU: typeof PDU;
    createServer(
      options: { key?: string; cert?: string },
      onSession: (session: Session) => void,
    ): NetServer;
  };
  export default smpp;
}
