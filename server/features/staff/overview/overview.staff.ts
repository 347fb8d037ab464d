import { StaffDeliveryDays, StaffHealth, StaffOverview } from '../../../../shared/staff/overview.ts';
import { StaffPromises } from '../../../../shared/staff/promises.ts';
import { cachedFor } from '../../../platform/cached.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf } from '../../accounts/auth/sessions/sessions.ts';
import { staff } from '../../accounts/auth/staff/staff.ts';
import { openReadiness } from '../../system/health/health.ts';
import { readDeliveryDays } from './delivery-days.ts';
import { readHealth } from './health-panel.ts';
import { countMissedToday, readOverview } from './overview.ts';
import { readPromises } from './promises.ts';

/** Open consoles reload whenever a queue changes, but expensive queries need not run each time. */
const missedSeconds = 10;
const healthSeconds = 10;
const daysSeconds = 60;
/** Reads everything that is owed and kept. */
const promisesSeconds = 600;

/** What waits for staff, the health of the installation, and the deliveries of these days. */
export async function overviewStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const { clock } = services;

  const findMissed = perZone((timezone) =>
    cachedFor(missedSeconds, clock, () => countMissedToday(services, timezone)),
  );
  app.get(
    '/api/admin/overview',
    { onRequest: staff, schema: { response: { 200: StaffOverview } } },
    async (request) => readOverview(services, ownerOf(request), (timezone) => findMissed(timezone)()),
  );

  const findReadiness = openReadiness(services);
  const findHealth = cachedFor(healthSeconds, clock, async () => readHealth(services, await findReadiness()));
  app.get(
    '/api/admin/overview/health',
    { onRequest: staff, schema: { response: { 200: StaffHealth } } },
    async () => findHealth(),
  );

  const findDays = perZone((timezone) =>
    cachedFor(daysSeconds, clock, () => readDeliveryDays(services, timezone)),
  );
  app.get(
    '/api/admin/overview/deliveries',
    { onRequest: staff, schema: { response: { 200: StaffDeliveryDays } } },
    async (request) => findDays(ownerOf(request).timezone)(),
  );

  const findPromises = cachedFor(promisesSeconds, clock, () => readPromises(services));
  app.get(
    '/api/admin/overview/promises',
    { onRequest: staff, schema: { response: { 200: StaffPromises } } },
    async () => findPromises(),
  );
}

/** One cache for each time zone that staff live in. */
function perZone<T>(open: (timezone: string) => T): (timezone: string) => T {
  const opened = new Map<string, T>();
  return (timezone) => {
    const known = opened.get(timezone) ?? open(timezone);
    opened.set(timezone, known);
    return known;
  };
}
