import { accountRows } from './account-rows.ts';
import { careRows } from './care-rows.ts';
import { contentRows } from './content-rows.ts';
import { itemRows } from './item-rows.ts';
import { paymentRows } from './payment-rows.ts';
import { peopleRows } from './people-rows.ts';
import { receivedRows } from './received-rows.ts';
import { reportRows } from './report-rows.ts';
import { type RouteRows, row } from './row.ts';
import { staffMailRows } from './staff-mail-rows.ts';
import { staffMemoryRows } from './staff-memory-rows.ts';
import { staffPostingRows } from './staff-posting-rows.ts';
import { staffRows } from './staff-rows.ts';
import { staffStoreRows } from './staff-store-rows.ts';
import { trustedRows } from './trusted-rows.ts';
import { wishesRows } from './wishes-rows.ts';

/** Routes that reveal nothing about anybody. */
const openRows: RouteRows = {
  'GET /healthz': row(200, 200, 200),
  'GET /readyz': row(200, 200, 200),
  'GET /metrics': row(200, 200, 200),
  'GET /audit-checkpoints/latest.txt': row(404, 404, 404),
  'GET /audit-checkpoints/:day.txt': row(404, 404, 404),
  'GET /api/features': row(200, 200, 200),
  'GET /api/openapi.json': row(200, 200, 200),
  'GET /api/docs': row(200, 200, 200),
  'GET /api/docs/style.css': row(200, 200, 200),
};

/**
 * Every route of the product, with its response to each role. A new route gets a line in one of these files,
 * or in a new one that is listed here: `every-route.test.ts` then tests it too.
 */
export const routeRows: RouteRows = {
  ...openRows,
  ...accountRows,
  ...careRows,
  ...contentRows,
  ...itemRows,
  ...paymentRows,
  ...peopleRows,
  ...receivedRows,
  ...reportRows,
  ...staffRows,
  ...staffMailRows,
  ...staffMemoryRows,
  ...staffPostingRows,
  ...staffStoreRows,
  ...trustedRows,
  ...wishesRows,
};

export const howToAddARow =
  "Each needs a line in test/routes, such as 'GET /api/memories/:id': row(401, 404, 200, idOf(letter)): " +
  'the status for nobody, for somebody else who is signed in, and for the owner, and what is asked.';
