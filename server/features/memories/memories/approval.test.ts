import { describe, expect, test } from 'vitest';
import type { CheckFindings } from '../../../../shared/memories/memory-checks.ts';
import { type Approval, afterCheck, afterVerdict, approvalOf, mayBe, unchecked } from './approval.ts';
import { failed, inReview, passed, unreadable } from './findings.ts';

const now = new Date('2026-11-22T12:00:00Z');
const later = new Date('2026-11-22T12:10:00Z');
const known: CheckFindings = { read: passed(), stored: passed(), type: passed(), disguise: passed() };
const damaged: CheckFindings = { read: passed(), stored: failed(null) };
const ofPhoto = (approval: Approval) => ({ type: 'photo' as const, ...approval });

describe('when a check ends', () => {
  test.each([
    ['nothing found', undefined, 'automatic', 'approved'],
    ['nothing found', undefined, 'staff', 'in_review'],
    ['something that a person looks at', inReview('x'), 'automatic', 'in_review'],
    ['a file that cannot be opened', unreadable('x'), 'automatic', 'unreadable'],
    ['a file that cannot be opened', unreadable('x'), 'staff', 'unreadable'],
  ] as const)('%s, %j, MEMORY_REVIEW=%s: %s', (_what, fault, review, state) => {
    const approval = afterCheck({ ...(fault && { fault }), checks: known }, review, now);
    expect(approvalOf(approval)).toBe(state);
    expect(approval).toMatchObject({ checkedAt: now, checks: known, reviewedAt: null });
    expect(approval.heldReason === null).toBe(state === 'approved');
  });
});

describe('what staff may do', () => {
  const held = (heldAs: Approval['heldAs'], checks: Approval['checks']) => ({
    ...ofPhoto(unchecked),
    checkedAt: now,
    heldAs,
    checks,
    heldReason: 'x',
  });
  test.each<[string, Parameters<typeof afterVerdict>[0], string[]]>([
    ['approved', { ...ofPhoto(unchecked), isApproved: true }, []],
    ['being checked', ofPhoto(unchecked), []],
    ['in review', held('in_review', known), ['approve', 'reject', 'open']],
    ['in review since before the checks were kept', held('in_review', null), ['approve', 'reject', 'open']],
    ['does not play to its end', held('unreadable', known), ['approve', 'reject', 'open']],
    ['not as it was uploaded', held('unreadable', damaged), ['reject', 'open']],
    ['unreadable since before the checks were kept', held('unreadable', null), ['reject', 'open']],
    ['rejected', held('rejected', known), ['approve', 'open']],
    ['rejected, not as it was uploaded', held('rejected', damaged), ['open']],
    ['a rejected letter', { ...held('rejected', null), type: 'letter' as const }, ['approve', 'open']],
  ])('%s: %j', (_what, memory, acts) => {
    expect((['approve', 'reject', 'open'] as const).filter((act) => mayBe(act, memory))).toEqual(acts);
    for (const act of ['approve', 'reject'] as const) {
      const decided = afterVerdict(memory, { act, reason: 'Too dark', by: 'agnes', at: later });
      expect(decided !== undefined).toBe(acts.includes(act));
    }
  });

  test('an approval leaves no reason, a rejection leaves that of the person, and both say who and when', () => {
    const memory = held('in_review', known);
    const verdict = { reason: 'Too dark', by: 'agnes', at: later };
    const reviewed = { checkedAt: now, checks: known, reviewedAt: later, reviewedBy: 'agnes' };
    expect(afterVerdict(memory, { act: 'approve', ...verdict })).toEqual({
      ...reviewed,
      isApproved: true,
      heldAs: null,
      heldReason: null,
    });
    expect(afterVerdict(memory, { act: 'reject', ...verdict })).toEqual({
      ...reviewed,
      isApproved: false,
      heldAs: 'rejected',
      heldReason: 'Too dark',
    });
  });
});
