import type { AddressChangeRow } from '../../server/features/after-death/trusted-access/address-changes/address-changes.table.ts';
import { changesOf } from '../../server/features/after-death/trusted-access/address-changes/change-rows.ts';
import { changesOfPerson, correctAddress, noticesOf, noticeTokenOf, press } from '../address-changes.ts';
import { told } from '../life-changes.ts';
import { type Reported, releasedOwner, reportedOwner } from '../trusted-access.ts';
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

/** Somebody about whom a contact has said this. */
const toldOf =
  (kind: string, more: (released: Reported) => object = () => ({})) =>
  async ({ testApp }: Scene): Promise<Question> => {
    const released = await releasedOwner(testApp);
    const id = released.recipients[1]?.id ?? '';
    const changeId = await told(testApp, released, id, { kind, ...more(released) });
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

/** A contact's change of somebody else's address, or of their own; the latter waits for staff. */
const changedAddress =
  (whose: 'theirs' | 'their own') =>
  async ({ testApp }: Scene): Promise<AddressChangeRow> => {
    const released = await releasedOwner(testApp);
    const { id = '' } = released.recipients[whose === 'theirs' ? 1 : 0] ?? {};
    await correctAddress(testApp, released, id, { email: 'elsewhere@example.com', phone: null });
    const [change] = await changesOfPerson(testApp, id);
    if (!change) throw new Error('Nothing was changed');
    return change;
  };

const linkOfChange = async (scene: Scene): Promise<Question> => {
  const { id, oldEmail } = await changedAddress('theirs')(scene);
  return { params: { token: await noticeTokenOf(scene.testApp, id, oldEmail ?? '') } };
};

/** With the state in which it was seen. */
const decisionOn =
  (whose: 'theirs' | 'their own', state: string, more: object = {}) =>
  async (scene: Scene): Promise<Question> => {
    const change = await changedAddress(whose)(scene);
    if (state === 'disputed')
      await press(
        scene.testApp,
        await noticeTokenOf(scene.testApp, change.id, change.oldEmail ?? ''),
        'wrong',
      );
    const changes = changesOf(change);
    return { params: { id: change.id }, payload: { reason: 'A test', seen: { state, changes }, ...more } };
  };

/** Somebody for whom there was only a postal address; another contact hears at once that it is changed. */
async function aLetter({ testApp }: Scene): Promise<Question> {
  const released = await releasedOwner(testApp, [
    { email: null, phone: null, mailingAddress: '1 Elm Street' },
    { trustedContact: true },
  ]);
  const { id = '' } = released.recipients[1] ?? {};
  await correctAddress(testApp, released, id, { email: 'found@example.com' });
  const [change] = await changesOfPerson(testApp, id);
  if (!change) throw new Error('Nothing was changed');
  const notice = (await noticesOf(testApp, change.id)).find(({ channel }) => channel === 'post')?.id;
  const seen = { state: 'waiting', changes: changesOf(change) };
  return { params: { id: change.id }, payload: { reason: 'A test', seen, notice } };
}

/** Anyone with the link counts as the contact. */
export const trustedRows: RouteRows = {
  'GET /api/trusted/:token': row(200, 200, 200, inWindow),
  'POST /api/trusted/:token/answer': row(200, 200, 200, inWindow),
  'PUT /api/trusted/:token/people/:id': row(200, 200, 200, aPerson),
  'POST /api/trusted/:token/people/:id/changes': row(201, 201, 201, toTell),
  'DELETE /api/trusted/:token/people/:id/changes/:changeId': row(200, 200, 200, toLift),
  'GET /api/address/:token': row(200, 200, 200, linkOfChange),
  'POST /api/address/:token/wrong': row(200, 200, 200, linkOfChange),
  'POST /api/address/:token/right': row(200, 200, 200, linkOfChange),
  'GET /api/admin/address-changes': staffRow(200),
  'GET /api/admin/address-changes/:id': staffRow(200, async (scene) => ({
    params: { id: (await changedAddress('theirs')(scene)).id },
  })),
  'POST /api/admin/address-changes/:id/confirm': freshStaffRow(200, decisionOn('their own', 'proposed')),
  'POST /api/admin/address-changes/:id/refuse': staffRow(200, decisionOn('their own', 'proposed')),
  'POST /api/admin/address-changes/:id/hold': staffRow(200, decisionOn('theirs', 'waiting')),
  'POST /api/admin/address-changes/:id/settle': freshStaffRow(
    200,
    decisionOn('theirs', 'disputed', { outcome: 'put-back' }),
  ),
  'POST /api/admin/address-changes/:id/letter': staffRow(200, aLetter),
  'GET /api/admin/life-changes': staffRow(200),
  'GET /api/admin/life-changes/:id': staffRow(200, async (scene) => ({
    params: (await toldOf('pause')(scene)).params ?? {},
  })),
  'POST /api/admin/life-changes/:id/answer': freshStaffRow(200, toldOf('hold')),
  'POST /api/admin/life-changes/:id/end': freshStaffRow(200, toldOf('minor')),
  'POST /api/admin/life-changes/:id/name-guardian': freshStaffRow(
    200,
    toldOf('minor', ({ contact }) => ({ guardianId: contact.id, birthday: '2022-05-04' })),
  ),
  'POST /api/admin/life-changes/:id/confirm-death': freshStaffRow(200, toldOf('died')),
  'GET /api/admin/releases/:id/corrections': staffRow(200, async ({ testApp }) => ({
    params: { id: (await releasedOwner(testApp)).releaseId },
  })),
};
