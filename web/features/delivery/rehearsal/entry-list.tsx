import { EmailText } from '../../../ui/email-text.tsx';
import { joinClasses } from '../../../ui/join-classes.ts';
import { Link } from '../../../ui/link.tsx';
import { ThingName, Trouble } from './row.tsx';
import { SendToMe } from './send-to-me.tsx';
import type { Entry } from './view.ts';

interface EntryListProps {
  entries: readonly Entry[];
  label: string;
  /** With lines above and below, if there is a heading over it. */
  isRuled: boolean;
}

/** Who receives what, and how. */
export function EntryList({ entries, label, isRuled }: EntryListProps) {
  return (
    <ul aria-label={label} className={joinClasses(isRuled ? 'mt-3.5 border-y border-line' : '-mt-2 -mb-2')}>
      {entries.map((entry) => (
        <EntryRow key={entry.key} entry={entry} />
      ))}
    </ul>
  );
}

function EntryRow({ entry }: { entry: Entry }) {
  const { who, thing, title, how, trouble, mend, sendable } = entry;
  return (
    <li className="grid items-center gap-x-5 gap-y-1 border-t border-line py-2 leading-snug first:border-t-0 max-md:py-3.5 sm:max-lg:grid-cols-2 lg:grid-cols-[8.25rem_minmax(0,1.1fr)_minmax(0,1.2fr)_7.625rem]">
      <span className="font-serif text-[1.25rem] leading-tight wrap-anywhere">{who}</span>
      <ThingName thing={thing}>{title}</ThingName>
      {trouble ? (
        <Trouble>{trouble}</Trouble>
      ) : (
        <span className="text-small text-ink-soft wrap-anywhere">
          <EmailText>{how}</EmailText>
        </span>
      )}
      <span className="lg:justify-self-end lg:text-right">
        {trouble && mend ? (
          <Link
            href={mend.href}
            aria-label={`${mend.label}: ${title}, for ${who}`}
            className="inline-flex min-h-11 items-center text-small"
          >
            {mend.label}
          </Link>
        ) : (
          sendable && <SendToMe sendable={sendable} name={`${title}, as ${who} would get it`} />
        )}
      </span>
    </li>
  );
}
