import { expect, test } from 'vitest';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import {
  badgeOf,
  describeRecipient,
  describeStep,
  describeValue,
  isDeletable,
  isEditable,
  isFeeDue,
  nextStep,
} from './item-labels.ts';

const ring: PhysicalItem = {
  id: 'ring',
  title: 'The ring',
  description: 'Gold, with a small stone',
  category: 'jewelry',
  estimatedValue: 4000,
  hasInsurance: true,
  insuranceValue: 4000,
  insuranceFee: 40,
  recipientId: 'maya',
  recipientName: 'Maya Adler',
  personalMessage: null,
  deliveryInstructions: null,
  status: 'stored',
  receivedDate: '2031-01-05T10:00:00Z',
  storageLocation: null,
  deliveryDate: null,
  lostAt: null,
  returnRequestDate: null,
  returnReason: null,
  returnFee: null,
  returnFeePaidAt: null,
  createdAt: '2031-01-01T10:00:00Z',
  updatedAt: '2031-01-01T10:00:00Z',
  images: [],
  handovers: [],
};
const item = (fields: Partial<PhysicalItem>): PhysicalItem => ({ ...ring, ...fields });
const returning = item({
  status: 'requested_return',
  returnRequestDate: '2031-03-01T10:00:00Z',
  returnFee: 25,
});

test('an item counts as stored only once it has arrived', () => {
  expect(badgeOf(ring).children).toBe('Safely Stored');
  expect(badgeOf(item({ receivedDate: null })).children).toBe('Awaiting arrival');
});

test('value and recipient are said in a line', () => {
  expect(describeValue(ring)).toBe('Jewelry, insured for $4,000');
  expect(describeValue(item({ insuranceValue: null }))).toBe('Jewelry, insured');
  expect(describeValue(item({ hasInsurance: false }))).toBe('Jewelry, not insured');
  expect(describeRecipient(ring)).toBe('For Maya Adler, after your death');
  expect(describeRecipient(item({ status: 'delivered' }))).toBe('For Maya Adler');
  expect(describeRecipient(item({ recipientName: null }))).toBe('Nobody is chosen to have it yet');
  expect(describeRecipient(returning)).toBe('For Maya Adler, after your death');
  expect(describeRecipient({ ...returning, status: 'in_transit' })).toBe('On its way back to you');
  expect(describeRecipient({ ...returning, status: 'returned' })).toBe('Back with you');
});

test('what can be done depends on where the item is', () => {
  expect([isEditable(ring), isDeletable(ring)]).toEqual([true, false]);
  expect([isEditable(returning), isDeletable(returning)]).toEqual([true, false]);
  expect(isDeletable(item({ receivedDate: null }))).toBe(true);
  for (const status of ['delivered', 'returned'] as const) {
    expect([isEditable(item({ status })), isDeletable(item({ status }))]).toEqual([false, true]);
  }
});

test('what is lost on its way can be taken off the list, and is told of if it is found', () => {
  const gone = { ...returning, status: 'in_transit', lostAt: '2031-05-01T10:00:00Z' } as const;
  expect(badgeOf(gone).children).toBe('Lost on its way');
  expect(describeRecipient(gone)).toBe('Lost on its way back to you');
  expect([isEditable(gone), isDeletable(gone)]).toEqual([false, true]);
  expect(nextStep(gone)).toEqual({ when: 'If it is found', what: 'We write to you at once.' });
});

test('the fee of a return is due until it is paid or waived', () => {
  expect(isFeeDue(returning)).toBe(true);
  expect(isFeeDue({ ...returning, returnFeePaidAt: '2031-03-02T10:00:00Z' })).toBe(false);
  expect(isFeeDue({ ...returning, returnFee: 0 })).toBe(false);
});

test('the chain ends with what comes next, as long as something does', () => {
  expect(nextStep(ring)).toEqual({
    when: 'After your death',
    what: 'Handed to Maya Adler. Its journey ends here.',
  });
  expect(nextStep(item({ recipientName: null }))?.what).toContain('the person your trusted contacts name');
  expect(nextStep(item({ receivedDate: null }))?.what).toContain('You send it to us');
  expect(nextStep(returning)?.what).toBe('It comes back to you.');
  expect(nextStep(item({ status: 'delivered' }))).toBeNull();
});

test('each step of the chain names whoever had the item in hand', () => {
  const step = {
    id: 's',
    from: 'Ruth Adler',
    to: 'Long After',
    byName: 'Tom Reyes',
    at: '2031-01-05T10:00:00Z',
  };
  const numbers = { photoUrl: null, sealNumber: null, trackingNumber: null };
  expect(describeStep({ ...step, ...numbers, step: 'received' })).toBe(
    'Received by Tom Reyes from Ruth Adler.',
  );
  expect(describeStep({ ...step, ...numbers, to: 'Maya Adler', step: 'delivered' })).toBe(
    'Handed to Maya Adler. Its journey ends here.',
  );
});
