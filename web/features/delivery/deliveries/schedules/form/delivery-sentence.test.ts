import { describe, expect, test } from 'vitest';
import { emptyPlan, type FullPlan } from './delivery-plan.ts';
import {
  type Addressee,
  describeAddressing,
  describeClockChange,
  describeDelivery,
  describeMissing,
  describePost,
  describeUnreachable,
  splitAtMessage,
} from './delivery-sentence.ts';

const nowMs = Date.parse('2026-10-12T15:00:00Z');
const nobody = { email: null, secondEmail: null, phone: null, reachedBy: null, mailingAddress: null };
const maya: Addressee = { ...nobody, firstName: 'Maya', email: 'maya@example.com', reachedBy: 'email' };
const leo: Addressee = { ...maya, firstName: 'Leo', email: 'leo@example.com', mailingAddress: '1 Elm St' };
const ana: Addressee = { ...nobody, firstName: 'Ana', phone: '+1 555 0100', reachedBy: 'text' };
const daniel: Addressee = { ...nobody, firstName: 'Daniel' };

function plan(changes: Partial<FullPlan> = {}): FullPlan {
  return { ...emptyPlan('America/New_York', 'm'), date: '2031-05-04', recipientIds: ['r'], ...changes };
}

function sentence(people: Addressee[], changes: Partial<FullPlan> = {}) {
  return describeDelivery({ memoryType: 'letter', people, plan: plan(changes), nowMs });
}

describe('the sentence that sums up a delivery', () => {
  test('one person, one day', () => {
    expect(sentence([maya])).toBe(
      'Maya will get an email with your letter on Sunday, 4 May 2031 at 12:00 Eastern.',
    );
  });

  test('several people each get their own', () => {
    expect(sentence([maya, leo])).toBe(
      'Maya and Leo will each get an email with your letter on Sunday, 4 May 2031 at 12:00 Eastern.',
    );
  });

  test('a phone without an email address gets a text message', () => {
    expect(sentence([ana])).toContain('Ana will get a text message with your letter');
    expect(sentence([ana, maya])).toContain(
      'Maya will get an email, and Ana a text message, with your letter',
    );
  });

  test('nobody is promised a text message where none can be sent', () => {
    const unsent: Addressee = { ...ana, reachedBy: null };
    expect(sentence([unsent])).toContain('but there is no address to send it to yet.');
    expect(describeUnreachable([unsent], plan())).toBe('Ana has no email address yet.');
    expect(describeUnreachable([unsent, daniel], plan())).toBe('Ana and Daniel have no email address yet.');
  });

  test('what they get is the part of it that can be looked at', () => {
    expect(splitAtMessage(sentence([maya]) ?? '')).toEqual([
      'Maya ',
      'will get an email with your letter',
      ' on Sunday, 4 May 2031 at 12:00 Eastern.',
    ]);
    expect(splitAtMessage(sentence([ana, maya]) ?? '')[1]).toBe(
      'will get an email, and Ana a text message, with your letter',
    );
    expect(splitAtMessage(sentence([maya, leo]) ?? '')[1]).toBe('will each get an email with your letter');
    const byPost = sentence([leo], { deliveryMethod: 'physical' }) ?? '';
    expect(splitAtMessage(byPost)).toEqual([byPost, '', '']);
  });

  test('after a death, with and without an earliest day', () => {
    const onDeath = { deliveryType: 'on_death' } as const;
    expect(sentence([maya], onDeath)).toBe('Maya will get an email with your letter after your death.');
    expect(sentence([maya], { ...onDeath, notBefore: '2031-05-04' })).toBe(
      'Maya will get an email with your letter after your death, not before 4 May 2031.',
    );
    expect(sentence([maya], { ...onDeath, notBefore: '2026-10-12' })).toMatch(/after your death\.$/);
  });

  test('some days after a death, as soon as it is known how many', () => {
    const later = { deliveryType: 'on_death', releaseDays: '30' } as const;
    expect(sentence([maya], later)).toBe('Maya will get an email with your letter 30 days after your death.');
    expect(sentence([maya], { ...later, notBefore: '2031-05-04' })).toMatch(
      /30 days after your death, not before 4 May 2031\.$/,
    );
    expect(sentence([maya], { ...later, releaseDays: '' })).toBeNull();
    expect(describeMissing(plan({ ...later, releaseDays: '' }), nowMs)).toBe('Choose the number of days.');
  });

  test('by post, for which somebody has to open it', () => {
    expect(describePost(plan())).toBeNull();
    expect(describePost(plan({ deliveryMethod: 'physical' }))).toContain('One of our staff opens it');
    expect(sentence([leo], { deliveryMethod: 'physical' })).toBe(
      'We will begin to send your letter to Leo by post on Sunday, 4 May 2031 at 12:00 Eastern.',
    );
  });

  test('when nobody has an address, nothing is promised', () => {
    expect(sentence([daniel])).toBe(
      'Your letter is for Daniel on Sunday, 4 May 2031 at 12:00 Eastern, but there is no address to send it to yet.',
    );
    expect(sentence([maya], { deliveryMethod: 'physical' })).toContain('no address to send it to yet');
  });

  test('people without an address are left out of the sentence and named separately', () => {
    expect(sentence([maya, daniel])).toContain('Maya will get');
    expect(describeUnreachable([maya, daniel], plan())).toBe(
      'Daniel has no email address or phone number yet.',
    );
    expect(describeUnreachable([maya, daniel], plan({ deliveryMethod: 'physical' }))).toBe(
      'Maya and Daniel have no mailing address yet.',
    );
    expect(describeUnreachable([maya, ana], plan())).toBeNull();
  });

  test('there is no sentence while the day or the people are missing', () => {
    expect(sentence([])).toBeNull();
    expect(sentence([maya], { date: null })).toBeNull();
    expect(sentence([maya], { time: '' })).toBeNull();
  });
});

test('a time that has passed is not promised, but asked for', () => {
  const passed = { date: '2026-10-12', time: '10:59' };
  expect(sentence([maya], passed)).toBeNull();
  expect(describeMissing(plan(passed), nowMs)).toBe('Choose a moment that is still to come.');
});

test('people who are not those in the memory’s "To" are named', () => {
  const child = (firstName: string, id = firstName) =>
    ({ id, firstName, lastName: 'Alvarez', relationship: 'child' }) as const;
  const letter = { type: 'letter', recipient: 'Maya Alvarez', recipientId: null } as const;
  expect(describeAddressing(letter, [child('Maya')])).toBeNull();
  expect(describeAddressing(letter, [])).toBeNull();
  expect(describeAddressing(letter, [child('Leo')])).toBe(
    'Your letter says “To: Maya Alvarez”, and you have chosen Leo.',
  );
  const forOne = { ...letter, recipientId: 'Maya' };
  expect(describeAddressing(forOne, [child('Maya')])).toBeNull();
  expect(describeAddressing(forOne, [child('Maya', 'her niece')])).toBe(
    'Your letter is for the other Maya Alvarez.',
  );
});

describe('the hour that is skipped in spring', () => {
  const skipped = { date: '2027-03-14', time: '02:30' };

  test('F22: the actual time is announced', () => {
    expect(sentence([maya], skipped)).toContain('on Sunday, 14 March 2027 at 03:30 Eastern.');
    expect(describeClockChange(plan(skipped), nowMs)).toBe(
      'Clocks go forward that day, and 02:30 is left out. It goes out at 03:30.',
    );
  });

  test('not for other times, nor in zones without daylight saving', () => {
    expect(describeClockChange(plan({ date: '2027-03-14', time: '03:30' }), nowMs)).toBeNull();
    expect(describeClockChange(plan({ ...skipped, timeZone: 'America/Phoenix' }), nowMs)).toBeNull();
  });
});

test('missing parts are asked for in page order', () => {
  const empty = plan({ memoryId: null, date: null, recipientIds: [] });
  expect(describeMissing(empty, nowMs)).toBe('Choose a memory, a day, and the people it is for.');
  expect(describeMissing(plan({ recipientIds: [] }), nowMs)).toBe('Choose the people it is for.');
  expect(describeMissing({ ...empty, deliveryType: 'on_death' }, nowMs)).toBe(
    'Choose a memory and the people it is for.',
  );
});
