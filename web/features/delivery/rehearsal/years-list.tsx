import { Link } from '../../../ui/link.tsx';
import { Thread } from '../../../ui/thread.tsx';
import { ThingName, Together, Trouble } from './row.tsx';
import type { Entry } from './view.ts';

/** A year, or the years of a series. */
export interface YearGroup {
  key: string;
  heading: string;
  rows: readonly { entry: Entry; when: string }[];
  together: readonly string[];
}

/** What is sent in which year. */
export function YearsList({ groups }: { groups: readonly YearGroup[] }) {
  return (
    <ol aria-label="Year by year" className="mt-7">
      {groups.map(({ key, heading, rows, together }, index) => (
        <li
          key={key}
          className="relative gap-x-7.5 max-md:pb-8.5 max-md:pl-9 md:grid md:grid-cols-[9.25rem_minmax(0,1fr)] md:border-t md:border-line md:py-4.5 md:last:border-b"
        >
          <PhoneThread isLast={index === groups.length - 1} />
          <h2 className="text-[1.5625rem] leading-tight lining-nums">{heading}</h2>
          <div>
            <ul>
              {rows.map(({ entry, when }) => (
                <Row key={entry.key} entry={entry} when={when} />
              ))}
            </ul>
            <Together sentences={together} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Row({ entry: { who, thing, title, way, trouble, mend }, when }: { entry: Entry; when: string }) {
  return (
    <li className="grid items-baseline gap-x-5 gap-y-0.5 py-2 leading-snug sm:max-lg:grid-cols-2 md:py-1 lg:grid-cols-[8.75rem_9.375rem_minmax(0,1fr)_15.625rem]">
      <span className="font-serif text-[1.25rem] leading-tight wrap-anywhere">{who}</span>
      <span className="lining-nums">{when}</span>
      <ThingName thing={thing}>{title}</ThingName>
      {trouble ? (
        <span>
          <Trouble>{trouble}</Trouble>{' '}
          {mend && (
            <Link
              href={mend.href}
              aria-label={`${mend.label}: ${title}, for ${who}`}
              className="text-small whitespace-nowrap"
            >
              {mend.label}
            </Link>
          )}
        </span>
      ) : (
        <span className="text-[1.0625rem] text-ink-soft">{way}</span>
      )}
    </li>
  );
}

/** On a phone the years themselves hang on the thread. */
function PhoneThread({ isLast }: { isLast: boolean }) {
  return (
    <div aria-hidden="true" className="md:hidden">
      {!isLast && (
        <Thread
          path="M4 0 C 9 30, -1 70, 4 100"
          viewBox="0 0 8 100"
          drawn="down"
          isStretched
          className="absolute top-4 left-1 h-full w-2"
        />
      )}
      <span className="absolute top-2.5 left-0.5 size-3 rounded-full border-[1.5px] border-thread bg-paper" />
    </div>
  );
}
