import { type RouteRows, row } from './row.ts';

const wishes = { reporters: 'trusted_contacts', objectionDays: 7, quietDays: 10, noteToContacts: null };

/** What owners choose about reports of their death. Where somebody else gets a 200, it is about their own. */
export const wishesRows: RouteRows = {
  'GET /api/release-wishes': row(401, 200, 200),
  'PUT /api/release-wishes': row(401, 200, 200, () => ({ payload: wishes })),
};
