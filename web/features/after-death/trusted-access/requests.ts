import type {
  LifeChangeKind,
  TrustedAnswer,
  TrustedPage,
  TrustedPerson,
} from '../../../../shared/after-death/trusted-access.ts';
import { read, type WriteOptions, write } from '../../../lib/api/request.ts';

export type Addresses = Pick<TrustedPerson, 'email' | 'secondEmail' | 'phone' | 'mailingAddress'>;

export interface Change {
  kind: LifeChangeKind;
  note?: string;
  mailingAddress?: string;
  firstName?: string;
  lastName?: string;
  guardianId?: string;
  /** YYYY-MM-DD */
  birthday?: string;
}

/** Works without signing in, and a refusal does not end a session. */
const anonymous: WriteOptions = { anonymous: true };

export function readTrusted(token: string, signal?: AbortSignal): Promise<TrustedPage> {
  return read(of(token), { signal });
}

export function answerWindow(
  token: string,
  body: { answer: TrustedAnswer; note?: string },
): Promise<TrustedPage> {
  return write('POST', `${of(token)}/answer`, body, anonymous);
}

/** `seen` is the previous entry; if it has changed meanwhile, the response is a 409. */
export function saveAddresses(
  token: string,
  id: string,
  addresses: Addresses & { seen: Addresses },
): Promise<TrustedPerson> {
  return write('PUT', `${of(token)}/people/${id}`, addresses, anonymous);
}

export function sayChange(token: string, id: string, change: Change): Promise<TrustedPerson> {
  return write('POST', `${of(token)}/people/${id}/changes`, change, anonymous);
}

export function liftChange(token: string, id: string, changeId: string): Promise<TrustedPerson> {
  return write('DELETE', `${of(token)}/people/${id}/changes/${changeId}`, undefined, anonymous);
}

function of(token: string): string {
  return `/api/trusted/${encodeURIComponent(token)}`;
}
