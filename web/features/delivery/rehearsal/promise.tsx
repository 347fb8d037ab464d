import { formatDay } from '../../../../shared/dates.ts';
import type { Rehearsal } from '../../../../shared/delivery/rehearsal.ts';
import { countOf, numberWord } from '../../../../shared/in-words.ts';
import { capitalized } from '../../../../shared/letter-case.ts';
import { plans } from '../../../../shared/plans.ts';
import { describeKept } from '../../../../shared/system/describe-kept.ts';
import type { KeptFiles } from '../../../../shared/system/kept-files.ts';
import { formatSize } from '../../../lib/format-size.ts';
import { useKeptFiles } from './queries.ts';

/** What we owe, what backs it, and for how long a plan guarantees it. */
export function PromiseLine({ rehearsal }: { rehearsal: Rehearsal }) {
  const kept = useKeptFiles();
  return (
    <p className="mt-14 max-w-[64ch] text-[1.0625rem] text-ink-soft wrap-anywhere">
      {describePromise(rehearsal, kept.data)}
    </p>
  );
}

type Facts = Pick<Rehearsal, 'sums' | 'gaps' | 'guarantee' | 'timezone'>;

/** 'We owe you 41 deliveries; if you died today, the last would come in 2061. Your 41 files, 2.1 GB, are kept and whole. Golden Thread …' */
export function describePromise(rehearsal: Facts, kept: KeptFiles | undefined): string {
  return [owedOf(rehearsal), keptOf(kept, rehearsal.timezone), guaranteeOf(rehearsal)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function owedOf({ sums: { deliveries, years } }: Facts): string {
  if (!years) return '';
  const which = deliveries === 1 ? 'it' : 'the last';
  return `We owe you ${countOf(deliveries, 'delivery', 'deliveries')}; if you died today, ${which} would come in ${years.last}.`;
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
  const { gaps, guarantee, sums } = rehearsal;
  if (gaps.some(({ kind }) => kind === 'arrears'))
    return 'Your plan has not been paid: what falls due waits until it is.';
  const beyond = sums.afterGuarantee;
  const verb = beyond === 1 ? 'comes' : 'come';
  const later = beyond === 0 ? '' : ` ${capitalized(numberWord(beyond))} of them ${verb} later.`;
  return `${plans[guarantee.plan].name} guarantees delivery for ${countOf(guarantee.years, 'year')} after your death, until ${formatDay(guarantee.until)}.${later}`;
}
