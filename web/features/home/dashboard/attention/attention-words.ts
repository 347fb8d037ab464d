import type { AttentionItem } from '../../../../../shared/home/attention.ts';
import { numberWord } from '../../../../../shared/in-words.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';

/** The heading above the lines: what they have in common. */
export function headingOf(items: readonly AttentionItem[]): string {
  const [first] = items;
  if (first?.kind === 'report') {
    return first.reason === 'report_open'
      ? 'Somebody told us that you have died'
      : 'A report that you had died';
  }
  const isAll = (kind: AttentionItem['kind']) => items.every((item) => item.kind === kind);
  if (isAll('closing')) return 'Long After closes before something of yours';
  if (isAll('unreachable')) return `${countPeople(items)} cannot be reached`;
  if (isAll('arrears') && first?.count === 0) return 'Your plan has not been paid';
  if (isAll('arrears')) return `${countDeliveries(items)} for a payment`;
  if (isAll('failed')) return `${countDeliveries(items)} for you`;
  if (isAll('held')) return `${countDeliveries(items)}`;
  return items.length === 1
    ? 'One thing needs you'
    : `${capitalized(numberWord(items.length))} things need you`;
}

/** What is safe meanwhile; empty if the lines say it. */
export function safeOf(items: readonly AttentionItem[]): string {
  if (items.some(({ kind }) => kind === 'report' || kind === 'closing')) return '';
  if (items.every(({ kind }) => kind === 'unreachable'))
    return 'What you left for them is safe. It waits until there is a way to send it.';
  return 'What you left is safe. Nothing is lost while it waits.';
}

function countPeople(items: readonly AttentionItem[]): string {
  const count = new Set(items.flatMap(({ people }) => people.map(({ id }) => id))).size;
  return `${capitalized(numberWord(count))} ${count === 1 ? 'person' : 'people'}`;
}

function countDeliveries(items: readonly AttentionItem[]): string {
  const count = items.reduce((sum, item) => sum + item.count, 0);
  return `${capitalized(numberWord(count))} ${count === 1 ? 'delivery waits' : 'deliveries wait'}`;
}
