import { describe, expect, test } from 'vitest';
import { districtOf, refusalBetweenDistricts } from './districts.mjs';

const server = (district: string) => `server/features/${district}/noun/noun.ts`;
const web = (district: string) => `web/features/${district}/noun/queries.ts`;
const shared = (district: string) => `shared/${district}/noun.ts`;

test.each([
  ['server/features/delivery/deliveries/plan/save-schedule.ts', 'delivery'],
  ['web/features/memories/memories/upload/composer.ts', 'memories'],
  ['shared/accounts/sessions.ts', 'accounts'],
  ['shared/plans.ts', undefined],
  ['server/platform/jobs.ts', undefined],
  ['server/app.ts', undefined],
  ['web/staff/memories/queue.tsx', undefined],
])('%s belongs to %s', (path, district) => {
  expect(districtOf(path)).toBe(district);
});

describe('an import that is refused', () => {
  test.each([
    [server('memories'), server('delivery'), 'memories may not import delivery, which is not below it'],
    [server('system'), server('accounts'), 'system may not import accounts, which is not below it'],
    [server('outbox'), server('accounts'), 'outbox may not import accounts, which is not below it'],
    [server('delivery'), server('data-rights'), 'delivery may not import data-rights, which is not below it'],
    // on one floor
    [server('store'), server('care'), 'store may not import care, which is not below it'],
    // the same in the web and in shared, and across them
    [web('accounts'), web('memories'), 'accounts may not import memories, which is not below it'],
    [shared('people'), shared('memories'), 'people may not import memories, which is not below it'],
    [web('people'), shared('delivery'), 'people may not import delivery, which is not below it'],
    // what everybody needs imports no district
    ['shared/plans.ts', shared('memories'), 'shared/ outside a district may not import memories'],
    // a district that is not in the list
    [server('gardening'), server('system'), 'there is no district gardening'],
    [server('home'), server('gardening'), 'there is no district gardening'],
  ])('%s → %s', (from, to, why) => {
    expect(refusalBetweenDistricts(from, to)).toBe(why);
  });
});

describe('an import that is allowed', () => {
  test.each([
    [server('delivery'), server('memories')],
    [server('delivery'), server('system')],
    [server('memories'), 'server/features/memories/memories/drafts/drafts.ts'],
    [web('home'), web('data-rights')],
    [web('delivery'), shared('people')],
    [server('system'), 'server/platform/jobs.ts'],
    [shared('memories'), 'shared/values.ts'],
    // the composition root and tests may import all
    ['server/app.ts', server('home')],
    ['test/factories.ts', server('delivery')],
  ])('%s → %s', (from, to) => {
    expect(refusalBetweenDistricts(from, to)).toBeUndefined();
  });
});
