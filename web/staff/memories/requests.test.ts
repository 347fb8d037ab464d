import { expect, test } from 'vitest';
import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { needsNoLook } from './requests.ts';

type Result = StaffMemory['checks'][number]['result'];
const checked = (...results: Result[]) =>
  ({ checks: results.map((result) => ({ check: 'type', result, found: null })) }) as unknown as StaffMemory;

test.each<[boolean, Result[]]>([
  [true, ['passed', 'passed']],
  [true, ['passed', 'not_set_up']],
  [false, ['passed', 'failed']],
  [false, ['passed', 'not_done']],
  [false, []],
])('several are approved at once only where nothing was found: %s for %j', (isEnough, results) => {
  expect(needsNoLook(checked(...results))).toBe(isEnough);
});
