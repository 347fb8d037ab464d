import type { Caller } from './people.ts';
import type { Effect, Holdings, Picture } from './picture.ts';
import type { Randomness } from './randomness.ts';
import type { Call } from './requests.ts';

/** A write that somebody could make now, with what it does to the picture of the account. */
export interface Write extends Effect {
  call: Parameters<Caller['call']>[1];
  /** The memory that it schedules, which has to be approved first. */
  schedules?: string;
  /** It ends every session, so its writer has to sign in again, with this password. */
  signsOut?: { password?: string };
}

/** Creates a write; returns undefined if there is nothing to write on yet. */
export type WriteMaker = (
  held: Holdings,
  picture: Picture,
  randomness: Randomness,
  caller: Caller,
) => Write | undefined;

type Body = Pick<Call, 'json' | 'form'>;

export const post = (path: string, body: Body): Write['call'] => ({ method: 'POST', path, ...body });
export const patch = (path: string, body: Body): Write['call'] => ({ method: 'PATCH', path, ...body });
