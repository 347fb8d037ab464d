import { describeAfterDeath } from '../../../../../../shared/after-death.ts';
import { formatMoment, formatTime } from '../../../../../../shared/dates.ts';
import type { Memory } from '../../../../../../shared/memories/memories.ts';
import { type MemoryType, memoryNouns } from '../../../../../../shared/memory-types.ts';
import { listNames } from '../../../../../../shared/names.ts';
import type { Recipient } from '../../../../../../shared/people/recipients.ts';
import { dayIn } from '../../../../../lib/calendar-day.ts';
import { isRealTime } from '../../../../../lib/dates.ts';
import { joinFirstNames } from '../recipient-names.ts';
import { neededAddress } from '../schedules.ts';
import { type Addressed, isAddressedTo } from './addressee.ts';
import type { DeliveryPlan, FullPlan } from './delivery-plan.ts';
import { findPastErrors, instantOf, releaseDaysOf } from './delivery-plan.ts';

export type Addressee = Pick<
  Recipient,
  'firstName' | 'email' | 'secondEmail' | 'phone' | 'reachedBy' | 'mailingAddress'
>;

export function isReachable(person: Addressee, method: DeliveryPlan['deliveryMethod']): boolean {
  return Boolean(method === 'physical' ? person.mailingAddress : person.reachedBy);
}

interface Described {
  memoryType: MemoryType;
  people: readonly Addressee[];
  plan: DeliveryPlan;
  nowMs: number;
}

/** Who gets what and when, in one sentence; null while something is missing. */
export function describeDelivery({ memoryType, people, plan, nowMs }: Described): string | null {
  const when = describeWhen(plan, nowMs);
  if (people.length === 0 || when === null) return null;
  const what = memoryNouns[memoryType];
  const reached = people.filter((person) => isReachable(person, plan.deliveryMethod));
  if (reached.length === 0)
    return `Your ${what} is for ${joinFirstNames(people)} ${when}, but there is no address to send it to yet.`;
  if (plan.deliveryMethod === 'physical')
    return `We will begin to send your ${what} to ${joinFirstNames(reached)} by post ${when}.`;
  return `${describeMessages(reached)} with your ${what} ${when}.`;
}

function describeMessages(people: readonly Addressee[]): string {
  const byMail = people.filter(({ reachedBy }) => reachedBy === 'email');
  const byText = people.filter(({ reachedBy }) => reachedBy === 'text');
  const each = (group: readonly Addressee[]) => (group.length > 1 ? ' each' : '');
  if (byMail.length === 0) return `${joinFirstNames(byText)} will${each(byText)} get a text message`;
  const mails = `${joinFirstNames(byMail)} will${each(byMail)} get an email`;
  return byText.length > 0 ? `${mails}, and ${joinFirstNames(byText)} a text message,` : mails;
}

/** The sentence before, at and after what is sent: 'will get an email with your letter'. Only the first part if nothing is sent. */
export function splitAtMessage(sentence: string): [string, string, string] {
  const [message = ''] = /will (each )?get (an email|a text message).* with your \w+/.exec(sentence) ?? [];
  const at = sentence.indexOf(message);
  if (message === '') return [sentence, '', ''];
  return [sentence.slice(0, at), message, sentence.slice(at + message.length)];
}

function describeWhen(plan: DeliveryPlan, nowMs: number): string | null {
  const instant = instantOf(plan, nowMs);
  if (instant === null || isPast(plan, nowMs)) return null;
  if (plan.deliveryType === 'scheduled') return `on ${formatMoment(instant, plan.timeZone)}`;
  const today = dayIn(plan.timeZone, nowMs);
  const days = releaseDaysOf(plan);
  return days === null ? null : describeAfterDeath(plan.notBefore ?? today, today, days);
}

function isPast(plan: DeliveryPlan, nowMs: number): boolean {
  return Object.keys(findPastErrors(plan, nowMs)).length > 0;
}

/** A warning if the chosen time does not exist because clocks go forward; otherwise null. */
export function describeClockChange(plan: DeliveryPlan, nowMs: number): string | null {
  const instant = instantOf(plan, nowMs);
  if (plan.deliveryType !== 'scheduled' || plan.date === null || instant === null) return null;
  if (isRealTime({ date: plan.date, time: plan.time, timeZone: plan.timeZone })) return null;
  return `Clocks go forward that day, and ${plan.time} is left out. It goes out at ${formatTime(instant, plan.timeZone)}.`;
}

/** Names the people without an address; null if everybody has one. */
export function describeUnreachable(people: readonly Addressee[], plan: DeliveryPlan): string | null {
  const missing = people.filter((person) => !isReachable(person, plan.deliveryMethod));
  if (missing.length === 0) return null;
  const hasPhone = missing.some(({ phone }) => phone !== null);
  const needed = neededAddress(plan.deliveryMethod, hasPhone);
  return `${joinFirstNames(missing)} ${missing.length === 1 ? 'has' : 'have'} no ${needed} yet.`;
}

/** A warning if somebody to whom the memory is addressed by name is not among the chosen people; otherwise null. */
export function describeAddressing(
  { type, recipient: to, recipientId }: Pick<Memory, 'type' | 'recipient' | 'recipientId'>,
  people: readonly Addressed[],
): string | null {
  if (people.length === 0 || people.every(({ id }) => id === recipientId)) return null;
  if (!isAddressedTo(to, people))
    return `Your ${memoryNouns[type]} says “To: ${to}”, and you have chosen ${joinFirstNames(people)}.`;
  const isOther = recipientId !== null && people.length === 1;
  return isOther ? `Your ${memoryNouns[type]} is for the other ${to}.` : null;
}

/** What sending by post means; otherwise null. */
export function describePost({ deliveryMethod }: DeliveryPlan): string | null {
  if (deliveryMethod !== 'physical') return null;
  return 'One of our staff opens it, prints it or copies it to a memory stick, and posts it. You see here when it is in the post.';
}

/** What has not been chosen yet, shown until the sentence is complete. */
export function describeMissing(plan: FullPlan, nowMs: number): string {
  const missing = [
    plan.memoryId === null && 'a memory',
    plan.deliveryType === 'scheduled' && plan.date === null && 'a day',
    plan.deliveryType === 'scheduled' && plan.time === '' && 'a time',
    isPast(plan, nowMs) && 'a moment that is still to come',
    plan.deliveryType === 'on_death' && releaseDaysOf(plan) === null && 'the number of days',
    plan.recipientIds.length === 0 && 'the people it is for',
  ].filter((part) => part !== false);
  return `Choose ${listNames(missing)}.`;
}
