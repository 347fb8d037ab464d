import { Temporal } from 'temporal-polyfill';
import type { GuardianPage } from '../../shared/delivery/guardians.ts';
import type { Dice } from './dice.ts';
import type { Family, Loved } from './family.ts';
import type { World } from './world.ts';

// A child of the family, and who has a say in what comes to it.

const untilAge = 18;

/** What the owner says of a child: its birthday, and who has the say. `sayEndsAt` is computed by Temporal, not by the product. */
export function bearChild(now: Date, guardian: Loved, timezone: string, dice: Dice) {
  const birthday = Temporal.PlainDate.from({
    year: now.getUTCFullYear() - dice.int(1, 16),
    month: dice.int(1, 12),
    day: dice.int(1, 28),
  });
  const ofAge = birthday.add({ years: untilAge }).toZonedDateTime({ timeZone: timezone });
  return {
    fields: { birthday: birthday.toString(), guardianId: guardian.id, guardianUntilAge: untilAge },
    sayEndsAt: new Date(ofAge.epochMilliseconds),
  };
}

/** Whoever is asked says "not yet", says yes, or says nothing. */
export async function answerAsGuardian(
  world: World,
  family: Family,
  token: string,
  dice: Dice,
): Promise<void> {
  const answer = dice.pick(['not_yet', 'not_yet', 'come', 'nothing']);
  if (answer === 'nothing') return;
  const url = `/api/guardian/${token}`;
  const asked = await world.app.inject({ url });
  if (asked.statusCode !== 200) return;
  const { childFirstName, moments } = asked.json<GuardianPage>();
  const open = moments.filter((moment) => moment.answer === null);
  if (open.length === 0) return;
  const payload = {
    ids: open.flatMap(({ ids }) => ids),
    answer,
    ...(answer === 'not_yet' && { askAgain: 'never' }),
  };
  const answered = await world.app.inject({ method: 'POST', url: `${url}/answer`, payload });
  // Something of it is being sent by now.
  if (answered.statusCode === 409) return;
  if (answered.statusCode !== 200) throw new Error(`A guardian's answer answered ${answered.body}`);
  family.tell(`the guardian of ${childFirstName} says ${answer} to ${payload.ids.length}`);
  if (answer === 'not_yet') family.count('a guardian said "not yet"');
  const times = new Set(open.map(({ comesAt }) => Date.parse(comesAt)));
  // A database that was restored a moment ago asks about what has come already, until it has looked into the send log.
  for (const one of family.promised)
    if (one.to.name === childFirstName && one.dueAt && times.has(one.dueAt.getTime()) && !one.shownAt)
      one.notBefore = answer === 'not_yet' ? one.to.sayEndsAt : undefined;
}
