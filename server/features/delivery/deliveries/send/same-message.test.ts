import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claim } from '../../../../../test/delivery-rows.ts';
import type { ClaimedDelivery } from './claim.ts';
import { groupIntoMessages, nameOfMessage } from './same-message.ts';

const instant = fc.constantFrom(1, 2).map((seconds) => new Date(seconds * 1000));

/** Deliveries that a worker may have claimed, each with its own id; for each person at most one tells of the death. */
const claims = fc
  .uniqueArray(
    fc.record({
      id: fc.uuid(),
      recipientId: fc.constantFrom('maya', 'leo', null),
      dueAt: instant,
      unknownSince: fc.option(instant),
      deliveryMethod: fc.constantFrom('digital' as const, 'digital' as const, 'physical' as const),
    }),
    { selector: ({ id }) => id, maxLength: 250 },
  )
  .map((rows) =>
    rows.map(
      (row, n): ClaimedDelivery => ({
        ...claim,
        ...row,
        rowIds: [row.id],
        news:
          n === rows.findIndex(({ recipientId }) => recipientId === row.recipientId) ? 'tells' : 'awaited',
      }),
    ),
  );

test('each delivery travels in one message, to one person, for one instant, and as it went before', () => {
  fc.assert(
    fc.property(claims, (all) => {
      const messages = groupIntoMessages(all);
      expect(
        messages
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(all.map(({ id }) => id).toSorted());
      for (const message of messages) {
        const [first] = message;
        expect(message.length).toBeLessThanOrEqual(100);
        if (message.length > 1) expect(first).toMatchObject({ deliveryMethod: 'digital' });
        for (const { recipientId, dueAt, unknownSince } of message)
          expect([recipientId, dueAt, unknownSince]).toEqual([
            first?.recipientId,
            first?.dueAt,
            first?.unknownSince,
          ]);
        expect(message.findIndex(({ news }) => news === 'tells')).toBeLessThanOrEqual(0);
      }
    }),
  );
});

test('the same deliveries make the same message in whatever order they were claimed, and no other set has its name', () => {
  fc.assert(
    fc.property(claims, (all) => {
      const names = groupIntoMessages(all).map(nameOfMessage).toSorted();
      expect(groupIntoMessages(all.toReversed()).map(nameOfMessage).toSorted()).toEqual(names);
      expect(new Set(names).size).toBe(names.length);
      for (const message of groupIntoMessages(all))
        if (message.length > 1)
          for (const left of [message.slice(1), message.slice(0, -1)])
            expect(nameOfMessage(left)).not.toBe(nameOfMessage(message));
    }),
  );
});
