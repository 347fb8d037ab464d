import { placeholderReview, type ReviewWords } from '../../../shared/pages.ts';
import { reportPath } from '../../../shared/report-link.ts';
import { siteSetting } from '../../lib/site-settings.ts';
import { Link } from '../../ui/link.tsx';
import { ThreadList } from '../../ui/thread-list.tsx';
import { LineLink, type Part, Text } from './part.tsx';

export const verified: Part = {
  id: 'death',
  title: 'How a death is verified',
  own: { href: '/rehearsal', label: 'See what would happen' },
  body: (
    <>
      <Review />
      <Text isSoft>
        Anybody who knew you may <Link href={reportPath}>tell us</Link>. Until a proof is verified, we answer
        them the same whether you have an account or not.
      </Text>
      <LineLink href="/terms-of-service#after-death">The same in our terms</LineLink>
    </>
  ),
};

/** What the settings say about the review of a report. */
function reviewWord(name: keyof ReviewWords): string {
  return siteSetting(`review-${name}`, placeholderReview[name]);
}

function Review() {
  const steps = [
    [
      'At once',
      'Somebody tells us. We ask you at every email address you gave us whether you are alive. One press says that you are, without signing in, and ends it.',
    ],
    [
      reviewWord('within'),
      `${reviewWord('by')} Nobody decides who stands in your address book, lives at your address, or told us of the death.`,
    ],
    [
      reviewWord('thenAtLeast'),
      'We write to you every day. Signing in stops it, so does one press, and so does the code on the sheet that you can keep with your papers. You can choose a longer time.',
    ],
    ['Only then', 'What you left for after your death goes out, or later where you have asked for that.'],
  ] as const;
  return (
    <ThreadList
      items={steps.map(([title, text], index) => ({
        key: title,
        knot: index === 0 ? 'full' : 'open',
        isLoose: index === 2,
        content: (
          <>
            <h3 className="font-serif text-[1.3125rem] leading-snug">{title}</h3>
            <p className="mt-0.5 max-w-[54ch]">{text}</p>
          </>
        ),
      }))}
    />
  );
}

export const mistaken: Part = {
  id: 'mistake',
  title: 'If we were wrong',
  body: (
    <>
      <Text>
        If you are alive and something meant for after your death has gone out, we stop the rest and close the
        links that were sent. Then everybody who had heard it from us gets one message. It begins like this:
      </Text>
      <blockquote className="max-w-140 rounded-choice border border-line bg-card px-5 py-4.5 font-serif text-lead shadow-card md:px-7 md:py-5.5">
        Ruth Alvarez is alive. We wrote to you that Ruth had died. That was our mistake, and we are sorry.
      </blockquote>
      <Text>You get a list of who received what. What somebody has already read, we cannot make unread.</Text>
    </>
  ),
};
