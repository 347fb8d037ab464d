import { formatDay } from '../../../../shared/dates.ts';
import type { Rehearsal } from '../../../../shared/delivery/rehearsal.ts';
import { countOf, numberWord } from '../../../../shared/in-words.ts';
import { capitalized } from '../../../../shared/letter-case.ts';
import { plans } from '../../../../shared/plans.ts';
import { describeKept } from '../../../../shared/system/describe-kept.ts';
import type { KeptFiles } from '../../../../shared/system/kept-files.ts';
import { formatSize } from '../../../lib/format-size.ts';

type Facts = Pick<Rehearsal, 'lines' | 'gaps' | 'guarantee' | 'timezone'>;

/** 'We owe you 41 deliveries until 2061. Your 41 files, 2.1 GB, are kept and whole. Golden Thread guarantees …' */
export function describePromise(rehearsal: Facts, kept: KeptFiles | undefined): string {
  return [owedOf(rehearsal), keptOf(kept, rehearsal.timezone), guaranteeOf(rehearsal)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function deliveriesOf({ lines }: Pick<Facts, 'lines'>) {
  // A thing that is handed over is not a delivery.
  const deliveries = lines.filter(({ scheduleId }) => scheduleId !== null);
  const years = deliveries
    .flatMap(({ localDate, furtherDates }) => (localDate ? [localDate, ...furtherDates] : []))
    .map((day) => Number(day.slice(0, 4)));
  return {
    dated: years.length,
    lastYear: Math.max(...years),
    afterDeath: deliveries.filter(({ localDate }) => localDate === null).length,
    beyond: deliveries
      .filter(({ isAfterGuarantee }) => isAfterGuarantee)
      .reduce((sum, { furtherDates }) => sum + 1 + furtherDates.length, 0),
  };
}

function owedOf(rehearsal: Facts): string {
  const { dated, lastYear, afterDeath } = deliveriesOf(rehearsal);
  const all = countOf(dated + afterDeath, 'delivery', 'deliveries');
  if (dated + afterDeath === 0) return '';
  if (dated === 0) return `We owe you ${all} after your death.`;
  if (afterDeath === 0) return `We owe you ${all} until ${lastYear}.`;
  return `We owe you ${all}: ${numberWord(dated)} until ${lastYear}, and ${numberWord(afterDeath)} after your death.`;
}

function keptOf(kept: KeptFiles | undefined, timeZone: string): string {
  if (!kept || kept.files === 0) return '';
  if (kept.whole < kept.files) return describeKept(kept, timeZone);
  const size = formatSize(kept.bytes);
  return kept.files === 1
    ? `Your one file, ${size}, is kept and whole.`
    : `Your ${kept.files.toLocaleString('en-US')} files, ${size}, are kept and whole.`;
}

function guaranteeOf(rehearsal: Facts): string {
  const { gaps, guarantee } = rehearsal;
  if (gaps.some(({ kind }) => kind === 'arrears'))
    return 'Your plan has not been paid: what falls due waits until it is.';
  const { beyond } = deliveriesOf(rehearsal);
  const later =
    beyond === 0
      ? ''
      : ` ${capitalized(numberWord(beyond))} of them ${beyond === 1 ? 'comes' : 'come'} later.`;
  return `${plans[guarantee.plan].name} guarantees delivery for ${countOf(guarantee.years, 'year')} after your death: until ${formatDay(guarantee.until)}, if you died today.${later}`;
}
