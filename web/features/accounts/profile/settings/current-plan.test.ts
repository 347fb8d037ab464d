import { expect, test } from 'vitest';
import { plans } from '../../../../../shared/plans.ts';
import { describeLimits } from './current-plan.tsx';

test('the settings list the physical items of Eternal Light, and none where there are none', () => {
  expect(describeLimits(plans.premium)).toContain('60 recordings, 3 physical items, 30 delivery dates');
  expect(describeLimits(plans.basic)).not.toContain('physical item');
});
