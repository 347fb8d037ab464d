import { goodPassword } from '../factories.ts';
import { type Family, type LifeAct, signInAs } from './family.ts';
import { newestTo } from './post-office.ts';
import type { World } from './world.ts';

// Somebody who knows the password of an account, and wants it gone.

const hour = 3_600_000;
const day = 24 * hour;
const notice = /^(Your account will be deleted)$/m;

/** Some wait until our mail server is away, so that its owner does not hear of it. */
export const intrude: LifeAct = async (world, family, dice) => {
  if (dice.chance(0.5)) return strike(world, family, dice);
  world.post.onceAway(() => family.later(hour, () => strike(world, family, dice)));
};

/** The intruder has it deleted. Its owner takes that back once a mail has told them, however late it comes. */
const strike: LifeAct = async (world, family, dice) => {
  const { owner } = family;
  if (owner.diedAt || family.report) return;
  const intruder = await signInAs(world, owner.email, 'unknown');
  const payload = { password: goodPassword, confirmation: 'DELETE' };
  const answer = await intruder?.request({ method: 'POST', url: '/api/user/deletion', payload });
  if (answer?.statusCode !== 200) return;
  family.isTakenOver = true;
  family.tell('an intruder has the account deleted');
  const since = world.now();
  const look = async (): Promise<void> => {
    const told = newestTo(world.post, new Set([owner.email]), notice);
    if (told && told.letter.at >= since) await takeBack(world, family, told.letter.at);
    else family.later(8 * hour, look);
  };
  family.later(dice.int(1, 13 * 24) * hour, look);
};

/** It is not too late within fourteen days of the mail. */
async function takeBack(world: World, family: Family, toldAt: Date): Promise<void> {
  const { owner } = family;
  const person = await signInAs(world, owner.email);
  const answer = await person?.request({ method: 'POST', url: '/api/user/restore' });
  const days = Math.round((world.now().getTime() - toldAt.getTime()) / day);
  if (answer?.statusCode !== 200)
    throw new Error(
      `${owner.firstName} was told ${days} days ago that the account is deleted, and cannot take it back`,
    );
  family.isTakenOver = false;
  family.tell(`${owner.firstName} takes the deletion back`);
  family.count('an intruder had an account deleted');
}
