import { releasedOwner, reportedOwner } from '../trusted-access.ts';
import { type Question, type RouteRows, row, type Scene } from './row.ts';
import { staffRow } from './staff-row.ts';

async function inWindow({ testApp }: Scene): Promise<Question> {
  const { token } = await reportedOwner(testApp);
  return { params: { token }, payload: { answer: 'wait', note: 'She is at sea' } };
}

async function aPerson({ testApp }: Scene): Promise<Question> {
  const { token, recipients } = await releasedOwner(testApp);
  const { id = '', email = null, phone = null, mailingAddress = null } = recipients[1] ?? {};
  const seen = { email, phone, mailingAddress };
  return {
    params: { token, id },
    payload: { ...seen, mailingAddress: '12 Elm Street, Portland', seen },
  };
}

/** Who has the link is the contact, whoever they are. */
export const trustedRows: RouteRows = {
  'GET /api/trusted/:token': row(200, 200, 200, inWindow),
  'POST /api/trusted/:token/answer': row(200, 200, 200, inWindow),
  'PUT /api/trusted/:token/people/:id': row(200, 200, 200, aPerson),
  'GET /api/admin/releases/:id/corrections': staffRow(200, async ({ testApp }) => ({
    params: { id: (await releasedOwner(testApp)).releaseId },
  })),
};
