import { expect } from 'vitest';
import type { ExportState } from '../shared/data-rights/account-export.ts';
import type { Memory } from '../shared/memories/memories.ts';
import { eventually } from './app.ts';
import { goodPassword, type Person, uploadMemory } from './factories.ts';

export const url = '/api/user/export';
export const confirmation = { password: goodPassword };

export const begin = (person: Person, payload: object = confirmation) =>
  person.request({ method: 'POST', url, payload });
export const stateOf = async (person: Person) => (await person.request({ url })).json<ExportState>();

/** Waits until an export is made; the background half must be running. */
export async function readyExport(person: Person): Promise<ExportState> {
  expect((await begin(person)).statusCode).toBe(202);
  return eventually(async () => {
    const state = await stateOf(person);
    return state.status === 'ready' && state;
  }, 'the export to be ready');
}

export function uploadPhoto(person: Person, title: string, name: string, bytes: Buffer): Promise<Memory> {
  const file = { name, contentType: 'image/jpeg', bytes };
  return uploadMemory(person, { type: 'photo', title, recipient: 'family' }, file);
}
