import cookie from '@fastify/cookie';
import underPressure from '@fastify/under-pressure';
import { fastify, LogController, type RouteOptions } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { placeholderOrigin, placeholderSupportEmail } from '../shared/pages.ts';
import { openScreens, privatePages, signedInScreens } from '../shared/screens.ts';
import { emailAddressesRoutes } from './features/accounts/auth/email-addresses/email-addresses.routes.ts';
import { passwordsRoutes } from './features/accounts/auth/passwords/passwords.routes.ts';
import { sessionsRoutes } from './features/accounts/auth/sessions/sessions.routes.ts';
import { isSessionOpen, ownerOf, sessionOf, signedIn } from './features/accounts/auth/sessions/sessions.ts';
import { signOutRoutes } from './features/accounts/auth/sessions/sign-out.routes.ts';
import { settingsRoutes } from './features/accounts/auth/settings/settings.routes.ts';
import { staffViewsRoutes } from './features/accounts/auth/staff/staff.routes.ts';
import { staffStaffRoutes } from './features/accounts/auth/staff/staff.staff.ts';
import { freshStaff, staff, watchStaffRoutes } from './features/accounts/auth/staff/staff.ts';
import { twoFactorRoutes } from './features/accounts/auth/two-factor/two-factor.routes.ts';
import { deathReportsRoutes } from './features/after-death/death-cases/death-reports/death-reports.routes.ts';
import { deathReportsStaffRoutes } from './features/after-death/death-cases/death-reports/death-reports.staff.ts';
import { deadlinesIfDead } from './features/after-death/death-cases/death-reports/death-reports.ts';
import { releasesRoutes } from './features/after-death/death-cases/releases/releases.routes.ts';
import { releasesStaffRoutes } from './features/after-death/death-cases/releases/releases.staff.ts';
import { placeholdersOfReview } from './features/after-death/death-cases/review-words.ts';
import { whoMayActStaffRoutes } from './features/after-death/death-cases/who-may-act/who-may-act.staff.ts';
import { releaseWishesRoutes } from './features/after-death/release-wishes/release-wishes.routes.ts';
import { addressChangesRoutes } from './features/after-death/trusted-access/address-changes/address-changes.routes.ts';
import { addressChangesStaffRoutes } from './features/after-death/trusted-access/address-changes/address-changes.staff.ts';
import { lifeChangesRoutes } from './features/after-death/trusted-access/life-changes/life-changes.routes.ts';
import { lifeChangesStaffRoutes } from './features/after-death/trusted-access/life-changes/life-changes.staff.ts';
import { trustedAccessRoutes } from './features/after-death/trusted-access/trusted-access.routes.ts';
import { trustedAccessStaffRoutes } from './features/after-death/trusted-access/trusted-access.staff.ts';
import { pastDueRoutes } from './features/billing/past-due/past-due.routes.ts';
import { pastDueStaffRoutes } from './features/billing/past-due/past-due.staff.ts';
import { paymentsRoutes } from './features/billing/payments/payments.routes.ts';
import { paymentsStaffRoutes } from './features/billing/payments/payments.staff.ts';
import { subscriptionsRoutes } from './features/billing/subscriptions/subscriptions.routes.ts';
import { sandboxPaymentsRoutes } from './features/billing/webhooks/sandbox.routes.ts';
import { paymentNoticesRoutes } from './features/billing/webhooks/webhooks.routes.ts';
import { paymentNoticesStaffRoutes } from './features/billing/webhooks/webhooks.staff.ts';
import { counselorBookingsRoutes } from './features/care/counseling/counselor-bookings/counselor-bookings.routes.ts';
import { counselorBookingsStaffRoutes } from './features/care/counseling/counselor-bookings/counselor-bookings.staff.ts';
import { therapyRequestsRoutes } from './features/care/counseling/therapy-requests/therapy-requests.routes.ts';
import { therapyRequestsStaffRoutes } from './features/care/counseling/therapy-requests/therapy-requests.staff.ts';
import { accountDeletionRoutes } from './features/data-rights/account-data/account-deletion/account-deletion.routes.ts';
import { accountExportRoutes } from './features/data-rights/account-data/account-export/account-export.routes.ts';
import { accountLogRoutes } from './features/data-rights/account-data/account-log/account-log.routes.ts';
import { bouncesRoutes } from './features/delivery/deliveries/bounces/bounces.routes.ts';
import {
  deliveriesStaffRoutes,
  postingsStaffRoutes,
} from './features/delivery/deliveries/deliveries.staff.ts';
import { guardiansRoutes } from './features/delivery/deliveries/guardians/guardians.routes.ts';
import { handOverRoutes } from './features/delivery/deliveries/hand-over/hand-over.routes.ts';
import { holdsStaffRoutes } from './features/delivery/deliveries/holds/holds.staff.ts';
import { schedulesRoutes } from './features/delivery/deliveries/plan/plan.routes.ts';
import { seriesRoutes } from './features/delivery/deliveries/series/series.routes.ts';
import { receivedActsRoutes } from './features/delivery/received/acts/acts.routes.ts';
import { previewsRoutes } from './features/delivery/received/previews/previews.routes.ts';
import { reachRoutes } from './features/delivery/received/reach/reach.routes.ts';
import { receivedRoutes } from './features/delivery/received/received.routes.ts';
import { rehearsalRoutes } from './features/delivery/received/rehearsal/rehearsal.routes.ts';
import { repliesRoutes } from './features/delivery/received/replies/replies.routes.ts';
import { dashboardRoutes } from './features/home/dashboard/dashboard.routes.ts';
import { itemImagesRoutes } from './features/keepsakes/physical-items/item-images.routes.ts';
import { physicalItemsRoutes } from './features/keepsakes/physical-items/physical-items.routes.ts';
import { physicalItemsStaffRoutes } from './features/keepsakes/physical-items/physical-items.staff.ts';
import { storageRequestsRoutes } from './features/keepsakes/physical-items/storage-requests/storage-requests.routes.ts';
import { storageRequestsStaffRoutes } from './features/keepsakes/physical-items/storage-requests/storage-requests.staff.ts';
import { legacyRoutes } from './features/memories/legacy/legacy.routes.ts';
import { draftsRoutes } from './features/memories/memories/drafts/drafts.routes.ts';
import { memoriesRoutes } from './features/memories/memories/memories.routes.ts';
import { memoriesStaffRoutes } from './features/memories/memories/memories.staff.ts';
import { uploadsRoutes } from './features/memories/memories/uploads/uploads.routes.ts';
import { mailsStaffRoutes } from './features/outbox/messages/mails/mails.staff.ts';
import { inquiriesRoutes } from './features/people/recipients/inquiries/inquiries.routes.ts';
import { recipientDeathRoutes, recipientsRoutes } from './features/people/recipients/recipients.routes.ts';
import { auditLogStaffRoutes } from './features/staff/audit-log/audit-log.staff.ts';
import { overviewStaffRoutes } from './features/staff/overview/overview.staff.ts';
import { peopleStaffRoutes } from './features/staff/people/people.staff.ts';
import { findPeople } from './features/staff/people/search-people.ts';
import { giftsRoutes } from './features/store/gifts/gifts.routes.ts';
import { giftsStaffRoutes } from './features/store/gifts/gifts.staff.ts';
import {
  apiDescriptionRoutes,
  collectRoutes,
} from './features/system/api-description/api-description.routes.ts';
import { auditRoutes } from './features/system/audit/audit.routes.ts';
import { changesRoutes } from './features/system/changes/changes.routes.ts';
import { featureSwitchesRoutes } from './features/system/feature-switches/feature-switches.routes.ts';
import { healthRoutes } from './features/system/health/health.routes.ts';
import { mailboxRoutes } from './features/system/mailbox/mailbox.routes.ts';
import type { App, Services } from './platform/context.ts';
import { endConnectionsOnClose } from './platform/http/closing-connections.ts';
import { answerErrors } from './platform/http/error-answers.ts';
import { limitRates } from './platform/http/rate-limits.ts';
import { readableUrl } from './platform/http/readable-url.ts';
import { logRequestsLazily, requestLog } from './platform/http/request-log.ts';
import { setSecurityHeaders } from './platform/http/security-headers.ts';
import { endSlowBodies } from './platform/http/slow-bodies.ts';
import { warnOfUnlistedProxy } from './platform/http/unlisted-proxy.ts';
import { serveWeb } from './platform/http/web-files.ts';
import { newRequestId } from './platform/ids.ts';
import { measureRequests } from './platform/metrics.ts';
import { siteNotice } from './site-notice.ts';
import {
  addressBook,
  afterVerification,
  answerHooks,
  countKept,
  deathHooks,
  endCorrections,
  findErasureWait,
  memoryHooks,
  metricReaders,
  paymentEffects,
  readdressAfterDeath,
  renewTrustedLinks,
  requireMayActOn,
  signOfLife,
  waitingDeliveries,
} from './wiring.ts';

const jsonMaxBytes = 1_048_576;
const pathPartMaxCharacters = 300;
/** An upload that stalls keeps its temporary file open for at most this long. */
const silentConnectionMilliseconds = 120_000;
/** The event loop delay is averaged over this period, so that a single long pause does not count as overload. */
const overloadMilliseconds = 5_000;
const eventLoopDelayMilliseconds = 2_000;

/**
 * Builds the whole HTTP side of the product; the caller starts listening. If rate limits are off, requests
 * are not refused under load either, because tests must pass on a busy machine.
 */
export async function buildApp(
  services: Services,
  { refusesUnderLoad = services.config.rateLimits }: { refusesUnderLoad?: boolean } = {},
): Promise<App> {
  const app = newApp(services);
  warnOfUnlistedProxy(app);
  await app.register(cookie);
  await limitRates(app, services.config);
  if (refusesUnderLoad)
    await app.register(underPressure, {
      maxEventLoopDelay: eventLoopDelayMilliseconds,
      sampleInterval: overloadMilliseconds,
      exposeStatusRoute: false,
    });
  const routes = collectRoutes(app);
  await registerFeatures(app, routes);
  await serveWeb(app, {
    placeholders: {
      [placeholderOrigin]: services.config.publicUrl,
      [placeholderSupportEmail]: services.config.supportEmail,
      ...placeholdersOfReview(services.config),
    },
    readNotice: siteNotice(services),
    openScreens,
    signedInScreens,
    privatePages,
  });
  return app;
}

/** What a worker without pages serves: its health and its metrics. The caller starts listening. */
export async function buildHealthApp(services: Services): Promise<App> {
  const app = newApp(services);
  await app.register(healthRoutes, { readers: metricReaders });
  return app;
}

function newApp(services: Services): App {
  const { trustedProxies, logLevel } = services.config;
  const app: App = fastify({
    loggerInstance: requestLog(services.log),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: jsonMaxBytes,
    connectionTimeout: silentConnectionMilliseconds,
    routerOptions: { maxParamLength: pathPartMaxCharacters },
    rewriteUrl: ({ url = '/' }) => readableUrl(url, pathPartMaxCharacters),
    genReqId: newRequestId,
    logController: new LogController({ disableRequestLogging: logLevel !== 'debug' }),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorate('services', services);
  app.decorateRequest('signedIn', null);
  logRequestsLazily(app);
  measureRequests(app, services.metrics);
  answerErrors(app);
  endConnectionsOnClose(app);
  endSlowBodies(app);

  setSecurityHeaders(app, services.config.publicUrl);
  return app;
}

async function registerFeatures(app: App, routes: readonly RouteOptions[]): Promise<void> {
  watchStaffRoutes(app);
  await app.register(apiDescriptionRoutes, { routes });
  await app.register(healthRoutes, { readers: metricReaders });
  await app.register(sessionsRoutes, { signOfLife });
  await app.register(signOutRoutes);
  await app.register(passwordsRoutes, { afterVerification });
  await app.register(twoFactorRoutes);
  await app.register(emailAddressesRoutes, { afterVerification });
  await app.register(settingsRoutes);
  await app.register(staffStaffRoutes);
  await app.register(staffViewsRoutes);
  await app.register(accountExportRoutes);
  await app.register(accountLogRoutes);
  await app.register(accountDeletionRoutes);
  await app.register(featureSwitchesRoutes);
  await app.register(dashboardRoutes);
  await app.register(memoriesRoutes, { hooks: memoryHooks });
  await app.register(uploadsRoutes, { hooks: memoryHooks });
  await app.register(memoriesStaffRoutes, { hooks: memoryHooks, waitingDeliveries, requireMayActOn });
  await app.register(recipientsRoutes, addressBook);
  await app.register(recipientDeathRoutes, { deaths: deathHooks });
  await app.register(inquiriesRoutes, { hooks: answerHooks });
  await registerDeliveries(app);
  await app.register(auditLogStaffRoutes);
  await app.register(auditRoutes);
  await app.register(overviewStaffRoutes);
  await app.register(peopleStaffRoutes, { findErasureWait });
  await registerAfterDeath(app);
  await app.register(legacyRoutes, { hooks: memoryHooks });
  await app.register(giftsRoutes);
  await app.register(giftsStaffRoutes);
  await registerCareAndKeepsakes(app);
  await app.register(draftsRoutes);
  await app.register(changesRoutes, { signedIn, ownerOf, sessionOf, isSessionOpen });
  await app.register(mailsStaffRoutes, { staff, freshStaff, ownerOf, findPeople });
  await registerPayments(app);
  const { webhookSecret } = app.services.config.bounces;
  if (webhookSecret) await app.register(bouncesRoutes, { secret: webhookSecret });
  if (app.services.config.devMailbox !== 'off') await app.register(mailboxRoutes);
}

async function registerDeliveries(app: App): Promise<void> {
  await app.register(schedulesRoutes);
  await app.register(seriesRoutes);
  await app.register(handOverRoutes);
  await app.register(previewsRoutes);
  await app.register(rehearsalRoutes, { deadlinesIfDead });
  await app.register(reachRoutes);
  await app.register(deliveriesStaffRoutes, { requireMayActOn, renewTrustedLinks });
  await app.register(postingsStaffRoutes, { requireMayActOn });
  await app.register(holdsStaffRoutes);
  await app.register(guardiansRoutes, { readdress: readdressAfterDeath });
  await app.register(receivedRoutes);
  await app.register(receivedActsRoutes, { readdress: readdressAfterDeath, renewTrustedLinks });
  await app.register(repliesRoutes, { renewTrustedLinks });
}

async function registerAfterDeath(app: App): Promise<void> {
  await app.register(deathReportsRoutes);
  await app.register(deathReportsStaffRoutes);
  await app.register(trustedAccessRoutes);
  await app.register(trustedAccessStaffRoutes);
  await app.register(addressChangesRoutes);
  await app.register(addressChangesStaffRoutes);
  await app.register(lifeChangesRoutes);
  await app.register(lifeChangesStaffRoutes);
  await app.register(releaseWishesRoutes);
  await app.register(releasesRoutes);
  await app.register(releasesStaffRoutes, { endCorrections });
  await app.register(whoMayActStaffRoutes);
}

async function registerPayments(app: App): Promise<void> {
  const { config, payments } = app.services;
  await app.register(subscriptionsRoutes, { effects: paymentEffects, countKept });
  await app.register(paymentsStaffRoutes);
  await app.register(paymentNoticesStaffRoutes);
  await app.register(pastDueStaffRoutes, { requireMayActOn });
  await app.register(paymentsRoutes, { effects: paymentEffects });
  await app.register(pastDueRoutes, { effects: paymentEffects });
  if (config.payments.kind === 'stripe') await app.register(paymentNoticesRoutes);
  if (config.payments.kind === 'sandbox' && payments.isOffered)
    await app.register(sandboxPaymentsRoutes, { effects: paymentEffects });
}

async function registerCareAndKeepsakes(app: App): Promise<void> {
  await app.register(counselorBookingsRoutes);
  await app.register(counselorBookingsStaffRoutes, { requireMayActOn });
  await app.register(therapyRequestsRoutes);
  await app.register(therapyRequestsStaffRoutes);
  await app.register(physicalItemsRoutes);
  await app.register(itemImagesRoutes);
  await app.register(physicalItemsStaffRoutes, { requireMayActOn });
  await app.register(storageRequestsRoutes);
  await app.register(storageRequestsStaffRoutes);
}
