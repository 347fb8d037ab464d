import { idSource } from '../../server/platform/ids.ts';
import type { Random } from '../../server/platform/random.ts';
import type { Dice } from './dice.ts';

/**
 * From now on every id of this process comes from the dice and the time of the simulation (UUID version 7), until what is returned is
 * called.
 */
export function seedIds(dice: Dice, now: () => Date): () => void {
  const { next } = idSource;
  let made = 0;
  idSource.next = () => {
    const time = now().getTime().toString(16).padStart(12, '0');
    const order = (made++ % 0x1000).toString(16).padStart(3, '0');
    const rest = Array.from({ length: 15 }, () => dice.int(0, 15).toString(16)).join('');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-a${rest.slice(0, 3)}-${rest.slice(3)}`;
  };
  return () => {
    idSource.next = next;
  };
}

export function seededRandom(dice: Dice): Random {
  return {
    token: (bytes = 32) =>
      Buffer.from(Array.from({ length: bytes }, () => dice.int(0, 255))).toString('base64url'),
    digits: (digits) => Array.from({ length: digits }, () => dice.int(0, 9)).join(''),
    fraction: () => dice.int(0, 999_999) / 1_000_000,
  };
}
