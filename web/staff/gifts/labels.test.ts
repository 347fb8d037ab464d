import { expect, test } from 'vitest';
import { actLabels, describeAct } from './labels.ts';

const ruth = { id: '0193c0de-0000-7000-8000-000000000000', name: 'Ruth Alvarez', email: 'ruth@example.com' };

test('staff read before they act that nobody is told of an order of somebody who has died', () => {
  for (const act of ['ship', 'cancel'] as const) {
    expect(describeAct(act, { ...ruth, hasDied: false })).toBe(actLabels[act].what);
    expect(describeAct(act, { ...ruth, hasDied: true })).toContain('nobody gets an email');
  }
  expect(describeAct('begin', { ...ruth, hasDied: true })).toBe(actLabels.begin.what);
});
