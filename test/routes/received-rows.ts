import { ensureInquiry, inquiryLink } from '../../server/features/people/recipients/inquiries/links.ts';
import { inTransaction } from '../../server/platform/database.ts';
import { createRecipient } from '../factories.ts';
import { mailTo } from '../mailbox.ts';
import { delivered, letter, opened } from './content-rows.ts';
import { ownersMark, type Question, type RouteRows, row, type Scene } from './row.ts';

const newAddress = 'maya.moved@example.com';

/** On the device that opened the page. */
async function act(
  { testApp }: Scene,
  { params, own }: Question,
  path: string,
  payload: object = {},
): Promise<void> {
  const url = `/api/received/${params?.['token']}/${path}`;
  const answer = await testApp.app.inject({ method: 'POST', url, payload, ...own });
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
}

const onPage =
  (...[payload, ...before]: [payload?: object, ...before: [path: string, payload?: object][]]) =>
  async (scene: Scene): Promise<Question> => {
    const question = await opened(scene);
    for (const [path, sent] of before) await act(scene, question, path, sent);
    return { ...question, ...(payload && { payload }) };
  };

async function repliedTo(scene: Scene): Promise<Question> {
  const question = await opened(scene);
  const id = question.params?.['deliveryId'] ?? '';
  await act(scene, question, 'reply', { id, text: ownersMark });
  return { ...question, params: { ...question.params, id } };
}

async function replying(scene: Scene): Promise<Question> {
  const question = await opened(scene);
  return { ...question, payload: { id: question.params?.['deliveryId'], text: 'Thank you' } };
}

async function withCode(scene: Scene): Promise<Question> {
  const question = await onPage({}, ['address', { email: newAddress }])(scene);
  const [mail] = await mailTo(scene.testApp.services, newAddress);
  return { ...question, payload: { code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] } };
}

const inSomeWeeks = ({ testApp: { clock } }: Scene) =>
  new Date(clock.now().getTime() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

async function reminding(scene: Scene): Promise<Question> {
  return onPage({ on: inSomeWeeks(scene) })(scene);
}

async function reminded(scene: Scene): Promise<Question> {
  return onPage(undefined, ['remind', { on: inSomeWeeks(scene) }])(scene);
}

async function recipientIdOf({ owner }: Scene): Promise<string> {
  const list = (await owner.request({ url: '/api/recipients' })).json<{ id: string }[]>();
  return list.at(-1)?.id ?? '';
}

async function proposed(scene: Scene): Promise<Question> {
  await onPage(undefined, ['address', { mailingAddress: '1 New Street' }])(scene);
  const id = await recipientIdOf(scene);
  const list = (await scene.owner.request({ url: '/api/recipients' })).json<
    { id: string; proposedAddress: { id: string } | null }[]
  >();
  const proposalId = list.find((one) => one.id === id)?.proposedAddress?.id;
  return { params: { id }, payload: { proposalId } };
}

async function disowned(scene: Scene): Promise<Question> {
  await onPage(undefined, ['not-me'])(scene);
  return { params: { id: await recipientIdOf(scene) } };
}

/** Somebody was asked at their own address; `after` is what they pressed there. */
const asked =
  (payload?: object, ...after: [path: string, payload: object][]) =>
  async ({ testApp, owner }: Scene): Promise<Question> => {
    const person = await createRecipient(owner, { firstName: ownersMark });
    const contact = { channel: 'email', address: person.email ?? '' } as const;
    const of = { id: person.id, userId: owner.user.id };
    const id = await inTransaction(testApp.services.db, (tx) =>
      ensureInquiry(tx, testApp.services, of, 'address', contact),
    );
    const token = inquiryLink(testApp.services, id).split('/').at(-1) ?? '';
    for (const [path, sent] of after)
      await testApp.app.inject({ method: 'POST', url: `/api/asked/${token}/${path}`, payload: sent });
    return { params: { token }, ...(payload && { payload }) };
  };

async function askedForCode(scene: Scene): Promise<Question> {
  const question = await asked(undefined, ['address', { email: newAddress }])(scene);
  const [mail] = await mailTo(scene.testApp.services, newAddress);
  return { ...question, payload: { code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] } };
}

const addressGiven = onPage(undefined, ['address', { mailingAddress: '1 New Street' }]);

/** What a recipient does on their page belongs to the device that opened it; what they say, to the owner. */
export const receivedRows: RouteRows = {
  'POST /api/received/:token/code': row(200, 200, 200, delivered),
  'POST /api/received/:token/reply': row(409, 409, 200, replying),
  'DELETE /api/received/:token/reply/:id': row(409, 409, 200, repliedTo),
  'POST /api/received/:token/remind': row(409, 409, 200, reminding),
  'DELETE /api/received/:token/remind': row(409, 409, 200, reminded),
  'POST /api/received/:token/decline': row(409, 409, 200, onPage()),
  'POST /api/received/:token/decline/undo': row(409, 409, 200, onPage(undefined, ['decline'])),
  'POST /api/received/:token/not-me': row(409, 409, 200, onPage()),
  'POST /api/received/:token/not-me/undo': row(409, 409, 200, onPage(undefined, ['not-me'])),
  'POST /api/received/:token/address': row(409, 409, 200, onPage({ mailingAddress: '1 New Street' })),
  'POST /api/received/:token/address/code': row(409, 409, 200, withCode),
  'DELETE /api/received/:token/address': row(409, 409, 200, addressGiven),
  // Anyone who holds the link may answer.
  'GET /api/asked/:token': row(200, 200, 200, asked()),
  'POST /api/asked/:token/answer': row(200, 200, 200, asked({ answer: 'right' })),
  'POST /api/asked/:token/address': row(200, 200, 200, asked({ mailingAddress: '1 New Street' })),
  'POST /api/asked/:token/address/code': row(200, 200, 200, askedForCode),
  'POST /api/asked/:token/address/undo': row(
    200,
    200,
    200,
    asked(undefined, ['address', { mailingAddress: '1 New Street' }]),
  ),
  'GET /api/memories/:id/replies': row(401, 404, 200, async (scene) => ({
    params: { id: (await letter(scene)).id },
  })),
  'GET /api/memories/replies': row(401, 200, 200),
  'POST /api/recipients/:id/proposed-address/agree': row(401, 404, 204, proposed),
  'POST /api/recipients/:id/proposed-address/refuse': row(401, 404, 204, proposed),
  'POST /api/recipients/:id/right-address': row(401, 404, 204, disowned),
};
