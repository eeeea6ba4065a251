import { randomBytes, randomInt } from 'node:crypto';

export interface Random {
  bytes(length: number): Buffer;
  /** A random integer from 0 up to but not including `below`. */
  integer(below: number): number;
}

/** The operating system's secure random source; tests inject their own. */
export const secureRandom: Random = {
  bytes: (length) => randomBytes(length),
  integer: (below) => randomInt(below),
};
