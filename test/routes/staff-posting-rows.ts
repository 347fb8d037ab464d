import { type ToBePosted, toBePosted } from '../to-be-posted.ts';
import type { Question, RouteRows, Scene } from './row.ts';
import { freshStaffRow, staffRow } from './staff-row.ts';

/** Somebody else's, because nobody opens their own things. Created without waiting, which would sign others out. */
async function asked({ testApp, owner }: Scene, step: 'pack' | 'post' | 'settle'): Promise<Question> {
  const delivery: ToBePosted = await toBePosted(testApp);
  if (step !== 'pack') await delivery.pack(owner);
  if (step === 'settle') await delivery.post(owner);
  return { params: { id: delivery.id }, payload: await delivery.payload(owner) };
}

export const staffPostingRows: RouteRows = {
  'POST /api/admin/deliveries/:id/packing': freshStaffRow(201, (scene) => asked(scene, 'pack')),
  'GET /api/admin/deliveries/:id/packing': staffRow(200, async (scene) => {
    const { params = {} } = await asked(scene, 'post');
    return { params };
  }),
  'POST /api/admin/deliveries/:id/posting': freshStaffRow(200, (scene) => asked(scene, 'post')),
  'POST /api/admin/deliveries/:id/posting/arrive': staffRow(200, (scene) => asked(scene, 'settle')),
  'POST /api/admin/deliveries/:id/posting/return': staffRow(200, (scene) => asked(scene, 'settle')),
};
