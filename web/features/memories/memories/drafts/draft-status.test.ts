import { expect, test } from 'vitest';
import { afterFailing, afterQueuing, afterSending, afterStoring, type DraftStatus } from './draft-status.ts';

const nothing: DraftStatus = { savedAtMs: null, isFailing: false, isOnlyHere: false, refusal: null };

test('what was typed is on this device only until the server has it, however long the request takes', () => {
  const stored = afterQueuing(afterStoring(nothing, 10));
  expect(stored).toEqual({ savedAtMs: 10, isFailing: false, isOnlyHere: true, refusal: null });
  const sent = afterSending(stored);
  expect(sent.isOnlyHere).toBe(false);
  expect(afterQueuing(afterStoring(sent, 20))).toEqual({
    savedAtMs: 20,
    isFailing: false,
    isOnlyHere: true,
    refusal: null,
  });
});

test('where the browser keeps nothing it is not called kept here; it is kept nowhere once sending fails, too', () => {
  const typed = afterQueuing({ ...nothing, savedAtMs: 10, isFailing: true });
  expect(typed.isOnlyHere).toBe(false);
  expect(afterFailing(typed, null)).toEqual({
    savedAtMs: 10,
    isFailing: true,
    isOnlyHere: true,
    refusal: null,
  });
});

test('why the server takes nothing is shown until it does', () => {
  const refused = afterFailing(nothing, 'This memory is no longer there.');
  expect(afterQueuing(afterStoring(refused, 20)).refusal).toBe('This memory is no longer there.');
  expect(afterSending(refused).refusal).toBeNull();
});
