import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Link } from '../../../ui/link.tsx';

/** Who gets what was for somebody who has died. They are chosen in the address book. */
export function Substitutes({ wishes: { substitutes } }: { wishes: ReleaseWishes }) {
  return (
    <div className="grid justify-items-start gap-3">
      {substitutes.length === 0 ? (
        <p className="max-w-measure text-ink-soft">
          What you leave for somebody who has died reaches nobody, unless you say who is to have it instead.
          You choose that person by person, in your address book.
        </p>
      ) : (
        <ul className="grid gap-1">
          {substitutes.map(({ recipientId, name, substituteName }) => (
            <li key={recipientId} className="wrap-anywhere">
              If {name} has died, {substituteName} gets what was for them.{' '}
              <Link
                href={`/recipients?edit=${recipientId}`}
                aria-label={`Change who gets what was for ${name}`}
              >
                Change
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink href="/recipients" variant="quiet" size="small">
        Open my address book
      </ButtonLink>
    </div>
  );
}
