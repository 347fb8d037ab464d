import { told } from '../life-changes.ts';
import { releasedOwner, reportedOwner } from '../trusted-access.ts';
import { type Question, type RouteRows, row, type Scene } from './row.ts';
import { freshStaffRow, staffRow } from './staff-row.ts';

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

/** Somebody whose contact has said this of them. */
const toldOf =
  (kind: string) =>
  async ({ testApp }: Scene): Promise<Question> => {
    const released = await releasedOwner(testApp);
    const id = released.recipients[1]?.id ?? '';
    const changeId = await told(testApp, released, id, { kind });
    const seen = { state: 'open', substituteId: null };
    return { params: { id: changeId }, payload: { reason: 'A test', message: 'Thank you', seen } };
  };

async function toLift({ testApp }: Scene): Promise<Question> {
  const released = await releasedOwner(testApp);
  const id = released.recipients[1]?.id ?? '';
  const changeId = await told(testApp, released, id, { kind: 'pause' });
  return { params: { token: released.token, id, changeId } };
}

async function toTell(scene: Scene): Promise<Question> {
  return { ...(await aPerson(scene)), payload: { kind: 'hold', note: 'She is in hospital' } };
}

/** Anyone with the link counts as the contact. */
export const trustedRows: RouteRows = {
  'GET /api/trusted/:token': row(200, 200, 200, inWindow),
  'POST /api/trusted/:token/answer': row(200, 200, 200, inWindow),
  'PUT /api/trusted/:token/people/:id': row(200, 200, 200, aPerson),
  'POST /api/trusted/:token/people/:id/changes': row(201, 201, 201, toTell),
  'DELETE /api/trusted/:token/people/:id/changes/:changeId': row(200, 200, 200, toLift),
  'GET /api/admin/life-changes': staffRow(200),
  'GET /api/admin/life-changes/:id': staffRow(200, async (scene) => ({
    params: (await toldOf('pause')(scene)).params ?? {},
  })),
  'POST /api/admin/life-changes/:id/answer': staffRow(200, toldOf('hold')),
  'POST /api/admin/life-changes/:id/end': freshStaffRow(200, toldOf('minor')),
  'POST /api/admin/life-changes/:id/confirm-death': freshStaffRow(200, toldOf('died')),
  'GET /api/admin/releases/:id/corrections': staffRow(200, async ({ testApp }) => ({
    params: { id: (await releasedOwner(testApp)).releaseId },
  })),
};
