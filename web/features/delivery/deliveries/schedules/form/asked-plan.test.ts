import { expect, test } from 'vitest';
import { beginPlan, memoryOfAsked, readAsked, schedulePath } from './asked-plan.ts';
import { emptyPlan } from './delivery-plan.ts';

const asked = (text: string) => readAsked(new URLSearchParams(text));
const empty = emptyPlan('America/New_York', null);

test.each([
  ['', null],
  ['change=1', null],
  ['memory=m', { memoryId: 'm', recipientIds: null, date: null }],
  ['memory=m&for=a', { memoryId: 'm', recipientIds: ['a'], date: null }],
  ['for=a,,b&day=2031-06-15', { memoryId: null, recipientIds: ['a', 'b'], date: '2031-06-15' }],
  ['memory=&for=&day=', { memoryId: null, recipientIds: null, date: null }],
  ['day=2031-02-30', { memoryId: null, recipientIds: null, date: null }],
  ['day=tomorrow', { memoryId: null, recipientIds: null, date: null }],
  ['type=on_death', { memoryId: null, recipientIds: null, date: null, deliveryType: 'on_death' }],
  ['type=every_year', { memoryId: null, recipientIds: null, date: null }],
])('“%s” asks for %o', (text, wanted) => expect(asked(text)).toEqual(wanted));

test('an address asks for what it was made of', () => {
  const plan = { memoryId: 'm', recipientIds: ['a', 'b'], date: '2031-06-15' };
  expect(asked(schedulePath(plan).split('?')[1] ?? '')).toEqual(plan);
  const afterDeath = { ...plan, date: null, deliveryType: 'on_death' as const };
  expect(asked(schedulePath(afterDeath).split('?')[1] ?? '')).toEqual(afterDeath);
  expect(schedulePath({ memoryId: null, recipientIds: [], date: null })).toBe('/schedule');
});

const begin = (draft: object, text: string) => {
  const wanted = asked(text);
  if (!wanted) throw new Error('nothing is asked for');
  const { memoryId, recipientIds, date } = beginPlan({ ...empty, ...draft }, wanted);
  return { memoryId, recipientIds, date };
};
const forMaya = { memoryId: 'toast', recipientIds: ['maya'], date: '2031-05-04' };

test.each([
  ['a new plan', {}, 'memory=m&for=tom&day=2031-06-15', 'm', ['tom'], '2031-06-15'],
  ['nobody named: who it is addressed to decides', {}, 'memory=m', 'm', null, null],
  [
    'the same memory: what was chosen stays',
    forMaya,
    'memory=toast&for=tom',
    'toast',
    ['maya'],
    '2031-05-04',
  ],
  ['the same memory on another day', forMaya, 'memory=toast&day=2031-06-15', 'toast', ['maya'], '2031-06-15'],
  ['only a day: the draft goes on', forMaya, 'day=2031-06-15', 'toast', ['maya'], '2031-06-15'],
  ['no memory yet: the person asked for counts', { recipientIds: ['maya'] }, 'for=tom', null, ['tom'], null],
])('%s', (_what, draft, text, memoryId, recipientIds, date) => {
  expect(begin(draft, text)).toEqual({ memoryId, recipientIds, date });
});

test('a day is one on which it is delivered, also if the draft was for after a death', () => {
  const draft = { ...empty, deliveryType: 'on_death' as const };
  expect(beginPlan(draft, { memoryId: null, recipientIds: null, date: '2031-06-15' }).deliveryType).toBe(
    'scheduled',
  );
});

test('a draft goes on after a death where that is asked for', () => {
  const wanted = asked('type=on_death');
  expect(wanted && beginPlan({ ...empty, ...forMaya }, wanted)).toEqual({
    ...empty,
    ...forMaya,
    deliveryType: 'on_death',
  });
});

test.each([
  ['memory=m&for=tom', 'm'],
  ['for=tom', 'none'],
  ['day=2031-06-15', null],
  ['', null],
])('“%s” opens the draft about the memory %o', (text, memory) =>
  expect(memoryOfAsked(asked(text))).toBe(memory),
);
