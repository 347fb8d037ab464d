import { desc, eq } from 'drizzle-orm';
import { v4 } from 'uuid';
import { deliveryQueue } from '../../server/features/delivery/deliveries/deliveries.table.ts';
import { deliveryToken } from '../../server/features/delivery/deliveries/message/message.ts';
import { deliverBatch } from '../../server/features/delivery/deliveries/send/deliver-batch.ts';
import { startDueSchedules } from '../../server/features/delivery/deliveries/start/start.ts';
import type { GuardianPage } from '../../shared/delivery/guardians.ts';
import type { Schedule } from '../../shared/delivery/schedules.ts';
import type { Series } from '../../shared/delivery/series.ts';
import type { Memory } from '../../shared/memories/memories.ts';
import { birthdayAtAge } from '../../shared/people/guardians.ts';
import { checkMemory } from '../check-memory.ts';
import { createLetter, createPhoto, createRecipient, createSchedule, createSeries } from '../factories.ts';
import { askDaniel, dayIn, leaveForMaya } from '../guardians.ts';
import { mediaFiles } from '../media.ts';
import { multipart } from '../multipart.ts';
import { begun, send, tusHeaders, uploadMetadata } from '../uploads.ts';
import { ownersMark, type Question, type RouteRows, row, type Scene } from './row.ts';

const letterFields = { type: 'letter', title: 'For Maya', recipient: 'Maya', content: 'Dear Maya' };

// No worker runs: what its jobs would do is done by hand, so that only the request changes anything.
async function checked({ testApp }: Scene, memory: Memory): Promise<Memory> {
  await checkMemory(testApp.services, { memoryId: memory.id, revision: 1 });
  return memory;
}

export async function letter(scene: Scene): Promise<Memory> {
  return checked(scene, await createLetter(scene.owner, { title: ownersMark, content: ownersMark }));
}

async function photo(scene: Scene): Promise<Memory> {
  return checked(scene, await createPhoto(scene.owner, { title: ownersMark }));
}

const idOf = (make: (scene: Scene) => Promise<{ id: string }>, more: Question = {}) => {
  return async (scene: Scene): Promise<Question> => ({ ...more, params: { id: (await make(scene)).id } });
};

const recipientFields = { firstName: ownersMark, lastName: 'Alvarez', relationship: 'child' };
const recipient = ({ owner }: Scene) => createRecipient(owner, { firstName: ownersMark });

async function schedule(scene: Scene, delayMinutes = 60): Promise<Schedule> {
  const [memory, { id }] = [await letter(scene), await recipient(scene)];
  const deliveryDate = new Date(scene.testApp.clock.now().getTime() + delayMinutes * 60_000).toISOString();
  return createSchedule(scene.owner, { memoryId: memory.id, deliveryDate, recipientIds: [id] });
}

async function newSchedule(scene: Scene): Promise<Question> {
  const payload = { deliveryType: 'on_death', deliveryDate: '2099-05-04T09:00:00Z' };
  return { payload: { ...payload, memoryId: (await letter(scene)).id } };
}

/** Two years far in the future, the first with a letter. */
async function series(scene: Scene, more: object = {}): Promise<Series> {
  const [memory, { id }] = [
    await letter(scene),
    await createRecipient(scene.owner, { ...recipientFields, ...more }),
  ];
  const years = { fromYear: 2098, untilYear: 2099, memories: { 2098: memory.id } };
  return createSeries(scene.owner, { ...years, recipientIds: [id] });
}

async function newSeries(scene: Scene): Promise<Question> {
  const years = { month: 5, day: 4, fromYear: 2098, untilYear: 2099, localTime: '12:00' };
  const recipientIds = [(await recipient(scene)).id];
  return { payload: { ...years, recipientIds, memoryId: (await letter(scene)).id } };
}

/** Scheduled for a birthday that was corrected later. */
async function movedBirthday(scene: Scene) {
  const { id, recipients } = await series(scene, { birthday: '2001-05-04' });
  const to = '2001-05-05';
  const payload = { ...recipientFields, birthday: to };
  const url = `/api/recipients/${recipients[0]?.id}`;
  await scene.owner.request({ method: 'PUT', url, payload });
  return { params: { id }, payload: { move: true, to } };
}

async function answeredBirthday(scene: Scene): Promise<Question> {
  const { params, payload } = await movedBirthday(scene);
  await scene.owner.request({ method: 'POST', url: `/api/series/${params.id}/birthday`, payload });
  const before = { month: 5, day: 4, untilYear: 2031 };
  return { params, payload: { ...payload, from: '2001-05-04', before } };
}

async function oneMoreRecipient(scene: Scene): Promise<Question> {
  const { id: scheduleId, memoryId } = await schedule(scene);
  const { id } = await recipient(scene);
  return { params: { id: memoryId ?? '' }, payload: { recipientIds: [id], scheduleId } };
}

/** The link that somebody got, to a photo. */
export async function delivered(scene: Scene): Promise<Question> {
  const { services, clock } = scene.testApp;
  const [memory, { id }] = [await photo(scene), await recipient(scene)];
  const deliveryDate = new Date(clock.now().getTime() + 60_000).toISOString();
  await createSchedule(scene.owner, { memoryId: memory.id, deliveryDate, recipientIds: [id] });
  clock.advance(61);
  await startDueSchedules(services);
  const [delivery] = await services.db
    .select()
    .from(deliveryQueue)
    .where(eq(deliveryQueue.recipientId, id))
    .orderBy(desc(deliveryQueue.id));
  if (!delivery) throw new Error('No delivery was started');
  await deliverBatch(services, [delivery.id]);
  return { params: { token: deliveryToken(services, delivery.id), deliveryId: delivery.id } };
}

/** The same, opened: only the recipient's device has a cookie. */
export async function opened(scene: Scene): Promise<Question> {
  const question = await delivered(scene);
  const url = `/api/received/${question.params?.['token']}/open`;
  const { cookies } = await scene.testApp.app.inject({ method: 'POST', url });
  return {
    ...question,
    own: { cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])) },
  };
}

async function answer({ owner }: Scene): Promise<{ id: string }> {
  const payload = { questionIndex: 3, answer: ownersMark };
  return (await owner.request({ method: 'POST', url: '/api/legacy-answers', payload })).json();
}

async function answered(scene: Scene): Promise<Question> {
  await answer(scene);
  return {};
}

async function draft({ owner }: Scene): Promise<Question> {
  const payload = { content: { content: ownersMark } };
  await owner.request({ method: 'PUT', url: '/api/drafts/letter', payload });
  return { params: { kind: 'letter' } };
}

async function newUpload(): Promise<Question> {
  const { name, contentType, bytes } = await mediaFiles.photo.jpeg();
  const metadata = uploadMetadata({ filename: name, filetype: contentType, type: 'photo' });
  return {
    headers: { ...tusHeaders, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  };
}

/** An upload of which half has arrived. */
async function uploadInHalf({ owner }: Scene): Promise<Question> {
  const photo = await mediaFiles.photo.jpeg();
  const half = Math.floor(photo.bytes.length / 2);
  const url = await begun(owner, { ...photo, name: `${ownersMark}.jpg` });
  await send(owner, url, 0, photo.bytes.subarray(0, half));
  return {
    params: { id: url.split('/').at(-1) ?? '' },
    headers: {
      ...tusHeaders,
      'upload-offset': String(half),
      'content-type': 'application/offset+octet-stream',
    },
    payload: photo.bytes.subarray(half),
  };
}

async function upload(scene: Scene): Promise<Question> {
  const { params = {} } = await uploadInHalf(scene);
  return { params, headers: tusHeaders };
}

async function arrivedUpload({ owner }: Scene): Promise<Question> {
  const photo = await mediaFiles.photo.jpeg();
  const url = await begun(owner, photo);
  await send(owner, url, 0, photo.bytes);
  const payload = { type: 'photo', title: 'The harbour', recipient: 'Maya' };
  return { params: { id: url.split('/').at(-1) ?? '' }, payload };
}

/** A draft of a letter. */
async function sheet({ owner }: Scene): Promise<Question> {
  const id = v4();
  const payload = { content: { content: ownersMark } };
  await owner.request({ method: 'PUT', url: `/api/drafts/letter/${id}`, payload });
  return { params: { kind: 'letter', id } };
}

const madam = {
  firstName: 'Ada',
  lastName: 'Alvarez',
  relationship: 'friend',
  ownerRelationship: 'aunt',
  knownBy: 'Under the frog',
  birthday: '1951-05-04',
  days: [{ name: 'Wedding', date: '1975-09-12' }],
};

/** What a guardian was asked about the owner's letter for a child. */
async function guardianAsked({ testApp, owner }: Scene, child: object = {}): Promise<Question> {
  const daniel = await createRecipient(owner, { firstName: 'Daniel', relationship: 'sibling' });
  const birthday = birthdayAtAge(dayIn(testApp, 10), -12);
  const maya = await createRecipient(owner, { birthday, guardianId: daniel.id, ...child });
  const family = { owner, daniel, maya };
  await leaveForMaya(testApp, family, 10);
  const token = await askDaniel(testApp, family);
  const { moments } = (await owner.request({ url: `/api/guardian/${token}` })).json<GuardianPage>();
  return { params: { token }, payload: { ids: moments.flatMap(({ ids }) => ids), answer: 'come' } };
}

/** While the service is running. */
async function toHandOver(scene: Scene): Promise<Question> {
  const { id } = await schedule(scene);
  return { payload: { scheduleIds: [id] } };
}

/** Something that somebody will receive. */
async function toSendToMe(scene: Scene): Promise<Question> {
  const { id: scheduleId, recipients } = await schedule(scene);
  return { payload: { scheduleId, recipientId: recipients[0]?.id } };
}

/** An address for the child of such a letter. */
async function guardianAddress(scene: Scene): Promise<Question> {
  const { params = {} } = await guardianAsked(scene, { email: null, phone: null });
  return { params, payload: { email: 'maya.herself@example.com' } };
}

/** What is left, to whom, and when. */
export const contentRows: RouteRows = {
  'POST /api/memories/upload': row(401, 201, 201, () => multipart(letterFields)),
  'POST /api/uploads': row(401, 201, 201, newUpload),
  'GET /api/uploads': row(401, 200, 200, upload),
  'PATCH /api/uploads/:id': row(401, 404, 204, uploadInHalf),
  'DELETE /api/uploads/:id': row(401, 404, 204, upload),
  'POST /api/uploads/:id/memory': row(401, 404, 201, arrivedUpload),
  'GET /api/memories': row(401, 200, 200, idOf(letter)),
  'GET /api/memories/:id': row(401, 404, 200, idOf(letter)),
  'PATCH /api/memories/:id': row(401, 404, 200, idOf(letter, { payload: { title: 'Changed' } })),
  'GET /api/memories/:id/preview': row(401, 404, 200, idOf(letter)),
  'GET /api/memories/:id/reach': row(401, 404, 200, idOf(letter)),
  'DELETE /api/memories/:id': row(401, 404, 204, idOf(letter)),
  'GET /api/memories/:id/file': row(401, 404, 200, idOf(photo)),
  'GET /api/memories/:id/thumbnail': row(401, 404, 200, idOf(photo)),
  'GET /api/memories/:id/display': row(401, 404, 200, idOf(photo)),
  'POST /api/memories/:id/recipients': row(401, 404, 201, oneMoreRecipient),
  'GET /api/hand-over': row(401, 200, 200),
  'POST /api/hand-over': row(401, 404, 409, toHandOver),
  'DELETE /api/hand-over': row(401, 200, 200),
  'GET /api/rehearsal': row(401, 200, 200),
  'POST /api/rehearsal/send': row(401, 404, 202, toSendToMe),
  'GET /api/attention': row(401, 200, 200),
  'GET /api/user/figures': row(401, 200, 200),
  'GET /api/user/log': row(401, 200, 200),
  'GET /api/recipients': row(401, 200, 200, idOf(recipient)),
  'POST /api/recipients': row(401, 201, 201, () => ({ payload: madam })),
  'PUT /api/recipients/:id': row(401, 404, 200, idOf(recipient, { payload: madam })),
  'GET /api/recipients/failed-addresses': row(401, 200, 200),
  'POST /api/recipients/:id/still-right': row(401, 404, 201, idOf(recipient)),
  'POST /api/recipients/still-right': row(401, 201, 201),
  'GET /api/recipients/:id/reach': row(401, 404, 200, idOf(recipient)),
  'DELETE /api/recipients/:id': row(401, 404, 204, idOf(recipient)),
  'POST /api/recipients/:id/death': row(401, 404, 201, idOf(recipient, { payload: {} })),
  'DELETE /api/recipients/:id/death': row(401, 404, 200, idOf(recipient)),
  'GET /api/schedules': row(401, 200, 200, idOf(schedule)),
  'GET /api/schedules/:id': row(401, 404, 200, idOf(schedule)),
  'POST /api/schedules': row(401, 404, 201, newSchedule),
  'PATCH /api/schedules/:id': row(401, 404, 200, idOf(schedule, { payload: { timezone: 'America/Denver' } })),
  'DELETE /api/schedules/:id': row(401, 404, 204, idOf(schedule)),
  'GET /api/series': row(401, 200, 200, idOf(series)),
  'GET /api/series/:id': row(401, 404, 200, idOf(series)),
  'POST /api/series': row(401, 404, 201, newSeries),
  'PATCH /api/series/:id': row(401, 404, 200, idOf(series, { payload: { memories: { 2098: null } } })),
  'POST /api/series/:id/birthday': row(401, 404, 201, movedBirthday),
  'POST /api/series/:id/birthday/undo': row(401, 404, 201, answeredBirthday),
  'DELETE /api/series/:id': row(401, 404, 200, idOf(series)),
  // None of it has failed.
  'POST /api/schedules/:id/retries': row(401, 404, 409, idOf(schedule)),
  'GET /api/legacy-answers': row(401, 200, 200, answered),
  'POST /api/legacy-answers': row(401, 201, 201, () => ({
    payload: { questionIndex: 1, answer: 'The sea.' },
  })),
  'DELETE /api/legacy-answers/:id': row(401, 404, 204, idOf(answer)),
  'POST /api/legacy-answers/:id/letter': row(401, 404, 201, idOf(answer, { payload: { recipient: 'Maya' } })),
  'GET /api/legacy-answers/book.pdf': row(401, 409, 200, answered),
  'GET /api/drafts': row(401, 200, 200, draft),
  'GET /api/drafts/:kind': row(401, 404, 200, draft),
  'PUT /api/drafts/:kind': row(401, 200, 200, () => ({
    params: { kind: 'letter' },
    payload: { content: { content: 'Dear' } },
  })),
  'DELETE /api/drafts/:kind': row(401, 204, 204, draft),
  'GET /api/drafts/:kind/:id': row(401, 404, 200, sheet),
  'PUT /api/drafts/:kind/:id': row(401, 200, 200, async (scene) => ({
    ...(await sheet(scene)),
    payload: { content: { content: 'Dear' } },
  })),
  'DELETE /api/drafts/:kind/:id': row(401, 204, 204, sheet),
  // Anyone who holds the link counts as the guardian.
  'GET /api/guardian/:token': row(200, 200, 200, guardianAsked),
  'POST /api/guardian/:token/answer': row(200, 200, 200, guardianAsked),
  'POST /api/guardian/:token/address': row(200, 200, 200, guardianAddress),
  // Anyone who holds the link may press Open once; what it shows belongs to that device.
  'GET /api/received/:token': row(200, 200, 200, delivered),
  'POST /api/received/:token/open': row(200, 200, 200, delivered),
  'GET /api/received/:token/everything.zip': row(404, 404, 200, opened),
  'GET /api/received/:token/memories/:deliveryId/file': row(404, 404, 200, opened),
  'GET /api/received/:token/memories/:deliveryId/display': row(404, 404, 200, opened),
};
