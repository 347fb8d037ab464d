import { endStops, type LifeAct, type Loved, ofDeath, signIn, someDays, stopFor } from './family.ts';
import { linkToPage, newestTo } from './post-office.ts';
import type { World } from './world.ts';

// What those do for whom something is left, on the page that they were sent, and what becomes of them.

const haveDeclined = 'they have declined';

/** The link that came to them last. */
function pageOf({ post }: World, person: Loved): string | undefined {
  return newestTo(post, person.addresses, linkToPage)?.found;
}

/** Nothing more from this owner, and perhaps otherwise years later. */
export const decline: LifeAct = async (world, family, dice) => {
  const person = dice.pick(family.people);
  const token = pageOf(world, person);
  const answer = token ? await person.browser.act(token, 'decline') : undefined;
  if (!token || answer?.statusCode !== 200) return;
  stopFor(person, world.now(), haveDeclined);
  family.tell(`${person.name} wants nothing more`);
  family.count('a recipient declined');
  if (dice.chance(0.5))
    family.later(someDays(family, dice, 1, 2_000), async () => {
      const undone = await person.browser.act(token, 'decline/undo');
      if (undone.statusCode !== 200) return;
      endStops(person, haveDeclined, world.now());
      family.tell(`${person.name} takes that back`);
    });
};

/** Somebody else reads it: the page is closed. */
export const disown: LifeAct = async (world, family, dice) => {
  const person = dice.pick(family.people);
  const token = pageOf(world, person);
  const answer = token ? await person.browser.act(token, 'not-me') : undefined;
  if (!token || answer?.statusCode !== 200) return;
  person.closedAt = world.now();
  person.isHardToReach = true;
  family.tell(`whoever reads the mails to ${person.name} says that they are somebody else`);
  family.count('a page was closed by a stranger');
};

/** The owner tells us that somebody has died, and sometimes that it was a mistake. */
export const outlive: LifeAct = async (world, family, dice) => {
  const person = dice.pick(family.people);
  const owner = await signIn(world, family);
  const url = `/api/recipients/${person.id}/death`;
  const answer = await owner?.request({ method: 'POST', url, payload: {} });
  if (!answer) return;
  if (answer.statusCode !== 201) return family.tell(`${person.name} cannot be marked: ${answer.body}`);
  stopFor(person, world.now(), ofDeath);
  family.tell(`${person.name} has died`);
  family.count('a recipient died');
  if (dice.chance(0.3))
    family.later(someDays(family, dice, 1, 400), async () => {
      const again = await signIn(world, family);
      if ((await again?.request({ method: 'DELETE', url }))?.statusCode !== 200) return;
      endStops(person, ofDeath, world.now());
      family.tell(`${person.name} lives after all`);
    });
};
