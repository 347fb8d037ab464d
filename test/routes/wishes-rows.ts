import { v7 } from 'uuid';
import type { StoppingCode } from '../../shared/after-death/release-wishes.ts';
import { createPerson, goodPassword } from '../factories.ts';
import { type Question, type RouteRows, row, type Scene } from './row.ts';

const confirmation = { password: goodPassword };

const wishes = { reporters: 'trusted_contacts', objectionDays: 7, quietDays: 10, noteToContacts: null };

/** The code of somebody's printed sheet. Nobody has reported their death, so it stays valid. */
async function printedCode({ testApp }: Scene): Promise<Question> {
  const person = await createPerson(testApp);
  const url = '/api/release-wishes/stopping-code';
  const answer = await person.request({ method: 'POST', url, payload: confirmation });
  return { payload: { code: answer.json<StoppingCode>().code } };
}

/** What owners choose about reports of their death. If somebody else gets a 200, it is about their own. */
export const wishesRows: RouteRows = {
  'GET /api/release-wishes': row(401, 200, 200),
  'PUT /api/release-wishes': row(401, 200, 200, () => ({ payload: wishes })),
  'POST /api/release-wishes/second-email': row(401, 202, 202, () => ({
    payload: { ...confirmation, email: `second.${v7()}@example.com` },
  })),
  'POST /api/release-wishes/second-email/removal': row(401, 200, 200, () => ({ payload: confirmation })),
  'POST /api/release-wishes/stopping-code': row(401, 201, 201, () => ({ payload: confirmation })),
  'POST /api/alive': row(200, 200, 200, printedCode),
};
