import type { TrustedPage } from '../../../../shared/after-death/trusted-access.ts';
import { dayOf } from './phrases.ts';

/** What recipients wrote back about what they were given, for the people whom the owner trusted. */
export function WordsBack({ page: { wordsBack, ownerFirstName } }: { page: TrustedPage }) {
  return (
    <section aria-labelledby="words-back" className="border-t border-line pt-10 pb-16 md:pt-14 md:pb-26">
      <h2 id="words-back" className="text-heading wrap-anywhere">
        Words that came back
      </h2>
      <p className="mt-1.5 max-w-letter text-ink-soft">
        The people {ownerFirstName} left something for wrote these on their pages, for the family. What they
        are about stays between them and {ownerFirstName}.
      </p>
      <ul className="mt-8 grid grid-cols-1 gap-x-18 gap-y-9 md:grid-cols-2">
        {wordsBack.map(({ id, name, text, writtenAt }) => (
          <li key={id}>
            <figure className="border-l-[1.5px] border-thread pl-5">
              <blockquote className="font-serif text-letter wrap-anywhere whitespace-pre-line">
                {text}
              </blockquote>
              <figcaption className="mt-2 text-small wrap-anywhere text-ink-soft">
                {name}, {dayOf(writtenAt)}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
