import type { Memory } from '../shared/memories/memories.ts';
import type { Person } from './factories.ts';

/** The owner decides that a memory is to be deleted when they die; `more` as the API takes it. */
export function chooseDeletion(owner: Person, memoryId: string, more: object = {}) {
  const payload = { deleteOnDeath: true, ...more };
  return owner.request({ method: 'PATCH', url: `/api/memories/${memoryId}`, payload });
}

export async function loadMemory(owner: Person, memoryId: string): Promise<Memory> {
  return (await owner.request({ url: `/api/memories/${memoryId}` })).json<Memory>();
}
