import { eq } from 'drizzle-orm';
import { convertRecording } from '../../server/features/memories/memories/check-memory.ts';
import { memories } from '../../server/features/memories/memories/memories.table.ts';
import type { Memory } from '../../shared/memories/memories.ts';
import { checkMemory } from '../check-memory.ts';
import { createHeldPhoto, createPerson } from '../factories.ts';
import type { Question, RouteRows, Scene } from './row.ts';
import { freshStaffRow, staffRow } from './staff-row.ts';

/** Somebody else's memory, because nobody decides about their own. */
async function held({ testApp }: Scene): Promise<Memory> {
  const memory = await createHeldPhoto(await createPerson(testApp));
  await checkMemory(testApp.services, { memoryId: memory.id, revision: 1 });
  return memory;
}

/** A decision about one on hold, in the state in which it was seen. */
async function decision({ testApp }: Scene, id: string) {
  const [row] = await testApp.services.db.select().from(memories).where(eq(memories.id, id));
  return { reason: 'A test', seen: { revision: 1, state: 'in_review', checkedAt: row?.checkedAt } };
}
const heldMemory = async (scene: Scene): Promise<Question> => ({ params: { id: (await held(scene)).id } });

async function toDecide(scene: Scene): Promise<Question> {
  const { id } = await held(scene);
  return { params: { id }, payload: await decision(scene, id) };
}

async function opened(scene: Scene): Promise<Question> {
  const { id } = await held(scene);
  await convertRecording(scene.testApp.services, { memoryId: id, revision: 1 });
  const url = `/api/admin/memories/${id}/openings`;
  const payload = await decision(scene, id);
  const { statusCode } = await scene.owner.request({ method: 'POST', url, payload });
  if (statusCode !== 201) throw new Error(`The opening answered ${statusCode}`);
  return { params: { id } };
}

export const staffMemoryRows: RouteRows = {
  'GET /api/admin/memories': staffRow(200),
  'GET /api/admin/memories/:id': staffRow(200, heldMemory),
  'POST /api/admin/memories/:id/approval': freshStaffRow(200, toDecide),
  'POST /api/admin/memories/:id/rejection': staffRow(200, toDecide),
  'POST /api/admin/memories/:id/openings': freshStaffRow(201, toDecide),
  'GET /api/admin/memories/:id/opened': staffRow(200, opened),
  'GET /api/admin/memories/:id/file': staffRow(200, opened),
  'GET /api/admin/memories/:id/thumbnail': staffRow(200, opened),
  'GET /api/admin/memories/:id/display': staffRow(200, opened),
};
