// No one acting alone can open, redirect or release anything: not a member of staff, a trusted contact or a
// reporter, whatever they do, in whatever order, and however much time passes. Everybody else does nothing.
import { and, eq, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StaffRoleChange } from '../../../../../shared/accounts/staff.ts';
import type {
  StaffAddressChange,
  StaffAddressChangeList,
} from '../../../../../shared/after-death/staff-address-changes.ts';
import type { StaffDelivery } from '../../../../../shared/delivery/staff-deliveries.ts';
import {
  type Alone,
  expectNothingGained,
  mailComesBack,
  makeTarget,
  newAlone,
  pass,
  reportTarget,
  type Target,
} from '../../../../../test/alone.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { contactActs } from '../../../../../test/contact-actions.ts';
import {
  addProof,
  beginReport,
  confirmReport,
  loadAsStaff,
  pdf,
  type Report,
  seenOf as seenCase,
} from '../../../../../test/death-reports.ts';
import { createPerson, createStaff, goodPassword, type Person } from '../../../../../test/factories.ts';
import { anySeed } from '../../../../../test/random-orders.ts';
import { routeRows } from '../../../../../test/routes/all-rows.ts';
import { seenOf } from '../../../../../test/seen-person.ts';
import { beginWindow, endWindow, tokenOf } from '../../../../../test/trusted-access.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { lifeChanges } from '../../trusted-access/life-changes/life-changes.table.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock, env: { DEATH_VERIFICATION_APPROVERS: '2' } });
const { db } = testApp.services;
const reason = 'A colleague has asked for it';
const day = 24 * 60;
type Acts = Record<string, () => Promise<unknown>>;

/** What anybody can do alone: report the death, from a mailbox of their own. */
function reporterActs({ owner }: Target, alone: Alone, reports: Report[]): Acts {
  const newest = () => reports.at(-1);
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, payload?: object) => {
    const token = newest()?.token ?? '';
    return alone.ask(undefined, {
      method,
      url: `/api/death-reports/${token}${path}`,
      ...(payload && { payload }),
    });
  };
  const begin = async (personEmail: string | null) => {
    const reporterEmail = alone.address();
    reports.push(await beginReport(testApp, { personEmail, reporterEmail }));
    await confirmReport(testApp, reports.at(-1) as Report);
  };
  return {
    'reports the death': () => begin(owner.user.email),
    'reports the death of nobody known': () => begin(null),
    'adds a proof': async () => {
      const report = newest();
      if (report) await addProof(testApp, report, await pdf(`A certificate for ${report.id}`));
    },
    'writes instead of a proof': () => ask('PUT', '/other-evidence', { text: 'A physician has signed it' }),
    'sends the report': () => ask('POST', '/submit'),
    'changes the report': () =>
      ask('PATCH', '', { dateOfDeath: '2024-03-04', personEmail: owner.user.email }),
    'asks for a code': () => ask('POST', '/code'),
    'looks at the report': () => ask('GET', ''),
    'an hour passes': () => pass(testApp, 60),
    'three days pass': () => pass(testApp, 3 * day),
    'nine days pass': () => pass(testApp, 9 * day),
  };
}

const inOrder = (acts: readonly string[]) =>
  fc.array(fc.constantFrom(...acts), { minLength: 8, maxLength: 14 });

async function live(order: readonly string[], acts: Acts, check: () => Promise<void>): Promise<void> {
  for (const name of order) {
    await acts[name]?.();
    await check();
  }
}

test('security 35, 69, 70: a reporter alone, however often they report it: 6 orders', async () => {
  const seed = anySeed();
  const names = Object.keys(reporterActs({ owner: {} } as Target, newAlone(testApp), []));
  const order = ['reports the death', 'adds a proof', 'sends the report', 'nine days pass', 'nine days pass'];
  await fc.assert(
    fc.asyncProperty(inOrder(names), async (names) => {
      const target = await makeTarget(testApp);
      const alone = newAlone(testApp);
      const check = () => expectNothingGained(testApp, target, alone);
      await live(names, reporterActs(target, alone, []), check);
    }),
    { seed, numRuns: 6, endOnFailure: true, examples: [[order], [[...order, ...order]]] },
  );
});

/** The staff routes that neither open nor redirect nor release anything of an owner's. */
const beside =
  /\/(audit|holds|counselor-bookings|gift-orders|payment-notices|physical-items|physical-storage-requests|refunds|therapy-requests|arrears)(\/|$)/;

const cases = { 'the report of somebody else': 0, 'their own report': 1 } as const;

interface Insider {
  target: Target;
  alone: Alone;
  /** Somebody who has been staff for a long time, and another account of theirs. */
  accounts: [Person, Person];
  colleagues: Person[];
  report: Report;
  reports: Report[];
  /** The release, if others have made one. */
  releaseId?: string;
}

/** A change of role ends all sessions. */
async function signInAgain(who: Person): Promise<void> {
  const payload = { email: who.user.email, password: goodPassword };
  const answer = await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  who.token = answer.json<{ token?: string }>().token ?? who.token;
}

/** Each act is tried from both of their accounts, where one account is enough for it. */
function staffActs(insider: Insider): Acts {
  const { target, alone, accounts, colleagues, report, reports } = insider;
  const acts: Acts = {
    ...reporterActs(target, alone, reports),
    'the mail to Nora comes back': () => mailComesBack(testApp, target),
    'the second account is made staff': async () => {
      await onPerson('POST', accounts[0], accounts[1], 'staff');
      await signInAgain(accounts[1]);
    },
    'the colleagues are withdrawn': async () => {
      for (const colleague of colleagues) await onPerson('DELETE', accounts[0], colleague, 'staff');
    },
    'the owner is kept out': () => onPerson('POST', accounts[0], target.owner, 'suspension'),
    'the owner is let in': () => onPerson('DELETE', accounts[0], target.owner, 'suspension'),
    'the owner is signed out': () => onPerson('DELETE', accounts[0], target.owner, 'sessions'),
    'the owner is asked to confirm': () => onPerson('POST', accounts[0], target.owner, 'verification'),
  };
  for (const [number, who] of accounts.entries()) {
    const by = (name: string) => `${name} (${number === 0 ? 'first' : 'second'} account)`;
    for (const [whose, at] of Object.entries(cases))
      for (const [name, act] of Object.entries(
        caseActs(insider, who, () => (at === 0 ? report : reports.at(-1))),
      ))
        acts[by(`${name}: ${whose}`)] = act;
    for (const [name, act] of Object.entries({
      ...deliveryActs(insider, who),
      ...addressActs(insider, who),
      ...roleActs(insider, who),
      ...otherActs(insider, who),
    }))
      acts[by(name)] = act;
  }
  return acts;

  async function onPerson(method: 'POST' | 'DELETE', who: Person, { user }: Person, what: string) {
    const payload = { reason, seen: await seenOf(testApp, user.id) };
    return alone.ask(who, { method, url: `/api/admin/people/${user.id}/${what}`, payload });
  }
}

function caseActs({ target, alone }: Insider, who: Person, reportOf: () => Report | undefined): Acts {
  const act = async (method: 'POST' | 'PUT', path: string, more: object = {}) => {
    const report = reportOf();
    if (!report) return;
    const shown = await loadAsStaff(who, report);
    if (!shown.id) return;
    const warnings = Object.fromEntries(shown.warnings.map((warning) => [warning, 'I have looked into it']));
    const payload = { reason, seen: seenCase(shown), warnings, ...more };
    await alone.ask(who, { method, url: `/api/admin/death-reports/${shown.id}/${path}`, payload });
  };
  return {
    'opens the proofs': async () => {
      const report = reportOf();
      const proofs = report ? (await loadAsStaff(who, report)).proofs : [];
      for (const { id } of proofs ?? []) await act('POST', `proofs/${id}/view`);
      await act('POST', 'other-evidence/view');
    },
    approves: () => act('POST', 'approvals'),
    'stops the window': () => act('POST', 'stop'),
    'takes it on': () => act('PUT', 'assignee', { assigneeId: who.user.id, seen: { assigneeId: null } }),
    rejects: () => act('POST', 'rejection', { note: 'It is of somebody else' }),
    'ties the account': () => act('PUT', 'account', { userId: target.owner.user.id }),
    'sets the sign aside': () => act('POST', 'sign-set-aside', { stoppedAt: clock.now().toISOString() }),
  };
}

function deliveryActs({ target, alone }: Insider, who: Person): Acts {
  const each = async (method: 'POST' | 'DELETE', path: string, more: () => object = () => ({})) => {
    const mine = eq(deliveryQueue.userId, target.owner.user.id);
    for (const { id } of await db.select({ id: deliveryQueue.id }).from(deliveryQueue).where(mine)) {
      const shown = (await alone.ask(who, { url: `/api/admin/deliveries/${id}` })).json<StaffDelivery>();
      const { state, reason: waits, attemptCount } = shown;
      const seen = { state, reason: waits, attemptCount, address: shown.recipient?.address ?? null };
      const payload = { reason, seen, ...more() };
      await alone.ask(who, { method, url: `/api/admin/deliveries/${id}/${path}`, payload });
    }
  };
  return {
    'gives another address': () => each('POST', 'address', () => ({ email: alone.address() })),
    'gives a second address': () => each('POST', 'address', () => ({ secondEmail: alone.address() })),
    'gives another postal address': () =>
      each('POST', 'address', () => ({ mailingAddress: '1 Quay Street' })),
    'tries again': () => each('POST', 'retry'),
    'holds it': () => each('POST', 'hold'),
    'lets it go': () => each('DELETE', 'hold'),
    'finds the address right': () => each('POST', 'right-address'),
    'has it sent again': () => each('POST', 'settle', () => ({ outcome: 'send-again' })),
    packs: () => each('POST', 'packing', () => ({ mailingAddress: '1 Quay Street' })),
    posts: () => each('POST', 'posting', () => ({ mailingAddress: '1 Quay Street' })),
  };
}

/** What staff can do about who becomes staff. */
function roleActs({ alone }: Insider, who: Person): Acts {
  const each = async (act: string) => {
    const url = '/api/admin/staff-role-changes';
    const answer = await alone.ask(who, { url });
    if (answer.statusCode !== 200) return;
    for (const { id, person } of answer.json<StaffRoleChange[]>()) {
      const payload = { reason, seen: await seenOf(testApp, person.id) };
      await alone.ask(who, { method: 'POST', url: `${url}/${id}/${act}`, payload });
    }
  };
  return {
    'confirms a role': () => each('confirm'),
    'refuses a role': () => each('refuse'),
    'takes a role back': () => each('take-back'),
  };
}

/** What staff can do about new addresses that are waiting. */
function addressActs({ target, alone }: Insider, who: Person): Acts {
  const each = async (act: string, more: (change: StaffAddressChange) => object = () => ({})) => {
    const { changes } = (await alone.ask(who, { url: '/api/admin/address-changes' })).json<
      Partial<StaffAddressChangeList>
    >();
    for (const change of changes ?? []) {
      if (change.owner.id !== target.owner.user.id) continue;
      const seen = { state: change.state, changes: change.changes };
      const url = `/api/admin/address-changes/${change.id}/${act}`;
      await alone.ask(who, { method: 'POST', url, payload: { reason, seen, ...more(change) } });
    }
  };
  return {
    'confirms the address': () => each('confirm'),
    'says that the address is right': () => each('settle', () => ({ outcome: 'right' })),
    'puts the address back': () => each('settle', () => ({ outcome: 'put-back' })),
    'says that a letter told of it': () => each('letter', ({ told }) => ({ notice: told[0]?.id })),
    'holds the person': () => each('hold'),
    'refuses the address': () => each('refuse'),
  };
}

function otherActs({ target, alone, releaseId }: Insider, who: Person): Acts {
  const { id: userId } = target.owner.user;
  const post = (url: string, payload: object) =>
    alone.ask(who, { method: 'POST', url: `/api/admin/${url}`, payload });
  const onMemory = async (act: string) => {
    const [row] = await db.select().from(memories).where(eq(memories.id, target.photoId));
    const seen = { revision: row?.revision, state: 'in_review', checkedAt: row?.checkedAt };
    await post(`memories/${target.photoId}/${act}`, { reason, seen });
  };
  const onMails = async (act: string) => {
    for (const { id } of await db.select().from(outboxMails).where(eq(outboxMails.userId, userId))) {
      const shown = (await alone.ask(who, { url: `/api/admin/mails/${id}` })).json();
      await post(`mails/${id}/${act}`, { reason, seen: { state: shown.state, attempts: shown.attempts } });
    }
  };
  return {
    'accepts the photo': () => onMemory('approval'),
    'does not accept the photo': () => onMemory('rejection'),
    'opens the photo': async () => {
      await onMemory('openings');
      await alone.ask(who, { url: `/api/admin/memories/${target.photoId}/file` });
    },
    'looks at the owner': () => post(`people/${userId}/view`, {}),
    'sends mails again': () => onMails('send'),
    'sets mails aside': () => onMails('set-aside'),
    'looks at addresses': () => onMails('address'),
    'looks around': async () => {
      for (const url of [
        'death-reports',
        'deliveries',
        'mails',
        'memories',
        'life-changes',
        'audit',
        `people/${userId}`,
      ])
        await alone.ask(who, { url: `/api/admin/${url}` });
    },
    'revokes a release': () => post(`releases/${releaseId ?? userId}/revoke`, { reason }),
    'ends one session': async () => {
      const method = 'DELETE' as const;
      const payload = { reason, seen: await seenOf(testApp, userId) };
      await alone.ask(who, { method, url: `/api/admin/people/${userId}/sessions/${userId}`, payload });
    },
    'decides on a life change': async () => {
      const told = await db.select().from(lifeChanges).where(eq(lifeChanges.userId, userId));
      for (const { id } of told.length > 0 ? told : [target.owner.user])
        for (const act of ['answer', 'name-guardian', 'end', 'confirm-death'])
          await post(`life-changes/${id}/${act}`, {
            reason,
            message: 'We have called',
            seen: { state: 'open', substituteId: null },
          });
    },
  };
}

/** The answers to everybody who has acted alone so far. */
const answered: Alone['answers'][] = [];
const succeeded = (route: RegExp) =>
  answered.flat().filter((each) => route.test(each.route) && each.statusCode < 300).length;

/** Together with as many honest members of staff: with only one, nobody could confirm that the other one goes. */
async function insiderAt(target: Target, besides = 1): Promise<Insider> {
  const alone = newAlone(testApp);
  const accounts = await Promise.all([
    createStaff(testApp, { email: alone.address() }),
    createPerson(testApp, { email: alone.address() }),
  ]);
  const colleagues = await Promise.all(Array.from({ length: besides }, () => createStaff(testApp)));
  answered.push(alone.answers);
  return { target, alone, accounts, colleagues, report: await reportTarget(testApp, target), reports: [] };
}

/** Routes that need a release, or a delivery by post. */
const elsewhere = /^POST .*deliveries.*posting.(arrive|return)$/;

test('every route by which staff write is an act here, or has no bearing on what an owner left', async () => {
  const insider = await insiderAt(await makeTarget(testApp));
  const acts = staffActs(insider);
  const begun = ['an hour passes', 'the mail to Nora comes back', 'gives another address (first account)'];
  for (const name of [...begun, ...Object.keys(acts)]) await acts[name]?.();
  const patterns = Object.keys(routeRows)
    .filter((route) => route.includes(' /api/admin/') && !route.startsWith('GET ') && !beside.test(route))
    .map((route) => ({ route, pattern: new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`) }));
  const asked = insider.alone.answers.map(({ route }) => route);
  const never = patterns.filter(({ pattern }) => !asked.some((route) => pattern.test(route)));
  expect(never.map(({ route }) => route).filter((route) => !elsewhere.test(route))).toEqual([]);
});

/** Nobody's entry contains what one member of staff proposed, so nothing is mailed or posted there. */
async function expectNoNewAddress({ target, alone }: Insider): Promise<void> {
  const book = await db.select().from(recipients).where(eq(recipients.userId, target.owner.user.id));
  const emails = book.flatMap(({ email, secondEmail }) => [email ?? '', secondEmail ?? '']);
  expect(emails.filter((email) => alone.addresses.has(email))).toEqual([]);
  expect(book.map(({ mailingAddress }) => mailingAddress)).not.toContain('1 Quay Street');
}

test('security 69, 70, 71, 75: one member of staff alone, with a second account of theirs: 12 orders', async () => {
  const seed = anySeed();
  const first = (name: string) => `${name} (first account)`;
  const second = (name: string) => `${name} (second account)`;
  const decide = (by: typeof first, whose = 'the report of somebody else') =>
    ['opens the proofs', 'approves'].map((act) => by(`${act}: ${whose}`));
  const sample = await insiderAt(await makeTarget(testApp));
  const sixDays = ['three days pass', 'three days pass', 'an hour passes'];
  const takeOver = [
    ...['the colleagues are withdrawn', 'the second account is made staff', first('confirms a role')],
    ...['nine days pass', second('confirms a role')],
  ];
  const known = [
    [...takeOver, ...decide(first), ...decide(second), ...sixDays],
    [...decide(first), 'the second account is made staff', ...decide(second), ...sixDays],
    [
      ...['reports the death', 'adds a proof', 'sends the report', ...decide(first, 'their own report')],
      ...['the second account is made staff', ...decide(second, 'their own report'), ...sixDays],
    ],
    ['an hour passes', 'the mail to Nora comes back', first('gives another address'), 'an hour passes'],
    ['an hour passes', 'the mail to Nora comes back', first('gives a second address'), 'an hour passes'],
    [
      ...['an hour passes', 'the mail to Nora comes back', 'the second account is made staff'],
      ...[first('gives another address'), second('confirms the address'), 'an hour passes'],
    ],
  ];
  await fc.assert(
    fc.asyncProperty(
      inOrder(Object.keys(staffActs(sample))),
      fc.integer({ min: 1, max: 2 }),
      async (names, besides) => {
        await db.update(users).set({ isAdmin: false });
        const target = await makeTarget(testApp);
        const insider = await insiderAt(target, besides);
        await live(names, staffActs(insider), async () => {
          await expectNothingGained(testApp, target, insider.alone);
          await expectNoNewAddress(insider);
        });
      },
    ),
    {
      seed,
      numRuns: known.length + 6,
      endOnFailure: true,
      examples: known.map((order, index): [string[], number] => [order, 1 + (index % 2)]),
    },
  );
  // The property would prove nothing if these routes never succeeded.
  for (const route of [/approvals$/, /view$/, /POST .*people.*staff$/, /deliveries.*address$/])
    expect(succeeded(route), String(route)).toBeGreaterThan(0);
});

test('security 69, 72, 75: one member of staff alone after a release that others made: 6 orders', async () => {
  const seed = anySeed();
  const first = (name: string) => `${name} (first account)`;
  const second = (name: string) => `${name} (second account)`;
  const sample = await insiderAt(await makeTarget(testApp));
  const begun = ['an hour passes', 'the mail to Nora comes back'];
  const known = [
    [...begun, first('gives another address'), first('confirms the address'), 'three days pass'],
    [
      ...begun,
      first('holds it'),
      first('gives another address'),
      second('confirms the address'),
      first('lets it go'),
    ],
    [...begun, first('revokes a release'), first('approves: the report of somebody else'), 'nine days pass'],
  ];
  await fc.assert(
    fc.asyncProperty(inOrder(Object.keys(staffActs(sample))), async (names) => {
      await db.update(users).set({ isAdmin: false });
      const target = await makeTarget(testApp);
      const insider = await insiderAt(target);
      const reportId = await beginWindow(testApp, target.owner);
      const releaseId = await endWindow(testApp, reportId);
      const acts = staffActs({ ...insider, report: { id: reportId, token: '', email: '' }, releaseId });
      const isThem = eq(users.id, target.owner.user.id);
      const isRevoked = async () => (await db.$count(users, and(isThem, isNull(users.memorialisedAt)))) > 0;
      let wasRevoked = false;
      await live(names, acts, async () => {
        // A member of staff may revoke a release alone, but not make another one.
        wasRevoked = wasRevoked || (await isRevoked());
        expect(await isRevoked(), 'released again by one alone').toBe(wasRevoked);
        await expectNothingGained(testApp, target, insider.alone, { isReleased: true });
        await expectNoNewAddress(insider);
      });
    }),
    { seed, numRuns: 6, endOnFailure: true, examples: known.map((order): [string[]] => [order]) },
  );
  for (const route of [/releases.*revoke$/, /deliveries.*address$/, /deliveries.*hold$/])
    expect(succeeded(route), String(route)).toBeGreaterThan(0);
});

/** A contact may also report the death. */
const contactAndReporterActs = (target: Target, alone: Alone, token: string): Acts => ({
  ...reporterActs(target, alone, []),
  ...contactActs(testApp, target, alone, token),
});

/** `isReleased`: others have released the owner, as they should; otherwise the window that they began continues. */
async function contactAlone(names: readonly string[], isReleased: boolean): Promise<void> {
  const target = await makeTarget(testApp);
  const alone = newAlone(testApp);
  const reportId = await beginWindow(testApp, target.owner);
  if (isReleased) await endWindow(testApp, reportId);
  const token = tokenOf(testApp, reportId, target.contacts[0]);
  // The window leads to a release by itself unless the contact stops it.
  const acts = contactAndReporterActs(target, alone, token);
  await live(names, acts, async () => {
    await expectNothingGained(testApp, target, alone, { isReleased: true });
    expect(await db.$count(outboxMails, eq(outboxMails.kind, 'guardian-asked'))).toBe(0);
  });
}

test('security 35, 71, 72: a trusted contact alone: 8 orders', async () => {
  const seed = anySeed();
  const names = Object.keys(
    contactAndReporterActs({ contacts: [] } as unknown as Target, newAlone(testApp), ''),
  );
  const known = [
    ['gives other emails', 'says that they look after all of them', 'an hour passes', 'nine days pass'],
    ['gives other numbers', 'leaves only a number of theirs', 'an hour passes'],
    ['an hour passes', 'the mail to Nora comes back', 'gives second emails', 'an hour passes'],
  ];
  await fc.assert(fc.asyncProperty(inOrder(names), fc.boolean(), contactAlone), {
    seed,
    numRuns: 8,
    endOnFailure: true,
    examples: known.map((order): [string[], boolean] => [order, true]),
  });
});
