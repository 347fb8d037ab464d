import type { SeenLifeChange, StaffLifeChange } from '../shared/after-death/staff-life-changes.ts';
import type { TrustedPerson } from '../shared/after-death/trusted-access.ts';
import type { TestApp } from './app.ts';
import type { Person } from './factories.ts';
import type { Reported } from './trusted-access.ts';

// What a trusted contact tells us about somebody, and what staff do with it.

type Link = Pick<Reported, 'token'>;

export const tell = ({ app }: TestApp, { token }: Link, personId: string, payload: object) =>
  app.inject({ method: 'POST', url: `/api/trusted/${token}/people/${personId}/changes`, payload });

export const lift = ({ app }: TestApp, { token }: Link, personId: string, changeId: string) =>
  app.inject({ method: 'DELETE', url: `/api/trusted/${token}/people/${personId}/changes/${changeId}` });

/** Reports it and returns its id. */
export async function told(testApp: TestApp, link: Link, personId: string, payload: object): Promise<string> {
  const answer = await tell(testApp, link, personId, payload);
  if (answer.statusCode !== 201) throw new Error(`Telling it answered ${answer.statusCode}: ${answer.body}`);
  const change = answer.json<TrustedPerson>().changes.at(-1);
  if (!change) throw new Error('Nothing was kept');
  return change.id;
}

export async function loadChange(staff: Person, id: string): Promise<StaffLifeChange> {
  return (await staff.request({ url: `/api/admin/life-changes/${id}` })).json<StaffLifeChange>();
}

export const seenOf = ({ state, substitute }: StaffLifeChange): SeenLifeChange => ({
  state,
  substituteId: substitute?.id ?? null,
});

/** In its current state, unless `more` has another `seen`. */
export async function decide(staff: Person, id: string, act: string, more: object = {}) {
  const payload = { reason: 'We have telephoned', seen: seenOf(await loadChange(staff, id)), ...more };
  return staff.request({ method: 'POST', url: `/api/admin/life-changes/${id}/${act}`, payload });
}
