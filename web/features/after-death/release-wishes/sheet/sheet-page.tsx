import { Printer } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useLeaveWarning } from '../../../../lib/unsaved-changes.ts';
import { ActionRow } from '../../../../ui/actions.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Page } from '../../../../ui/page.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { useProfile } from '../../../accounts/auth/sessions/queries.ts';
import { useRecipients } from '../../../people/recipients/queries.ts';
import { useReleaseWishes } from '../queries.ts';
import { CodeMaking } from './code-making.tsx';
import type { SheetFacts } from './paper.tsx';
import { Paper } from './paper.tsx';

/** The owner's page for their papers, on screen as it is printed. Its code is shown once, until the page is left. */
export function SheetPage() {
  const profile = useProfile();
  const recipients = useRecipients();
  const wishes = useReleaseWishes();
  const reads = [profile, recipients, wishes];
  return (
    <Page
      title="A sheet for your papers"
      lead="Print it, and keep it where it will be found after your death."
      actions={
        <Link href="/settings?tab=after-death" className="inline-flex min-h-11 items-center">
          Back to settings
        </Link>
      }
      width="letter"
    >
      <title>A sheet for your papers · Long After</title>
      {profile.data && recipients.data && wishes.data ? (
        <Sheet
          owner={profile.data}
          contacts={recipients.data.filter(({ trustedContact }) => trustedContact)}
          isCodeMade={wishes.data.stoppingCode !== null}
        />
      ) : reads.some(({ isPending }) => isPending) ? (
        <SkeletonArea label="Loading your sheet" className="grid gap-6">
          <Skeleton className="h-14 w-60" />
          <Skeleton className="h-180" />
        </SkeletonArea>
      ) : (
        <ReadFailure
          what="your sheet"
          isRetrying={reads.some(({ isFetching }) => isFetching)}
          onRetry={() => Promise.all(reads.map(({ refetch }) => refetch()))}
        />
      )}
    </Page>
  );
}

interface SheetProps extends Pick<SheetFacts, 'owner' | 'contacts'> {
  isCodeMade: boolean;
}

function Sheet({ owner, contacts, isCodeMade }: SheetProps) {
  const [code, setCode] = useState<string | null>(null);
  const [isPrinted, setPrinted] = useState(false);
  useLeaveWarning(code !== null && !isPrinted);
  const facts: SheetFacts = { owner, contacts, code, madeAt: new Date() };

  function print() {
    setPrinted(true);
    window.print();
  }

  return (
    <>
      <CodeMaking
        needsCode={owner.twoFactorEnabled}
        isCodeMade={isCodeMade}
        isShown={code !== null}
        onMade={(made) => {
          setCode(made);
          setPrinted(false);
        }}
      />
      <ActionRow
        action={
          <Button
            variant={code ? 'primary' : 'quiet'}
            icon={<Printer aria-hidden="true" className="size-5" strokeWidth={1.5} />}
            onPress={print}
          >
            {code ? 'Print the sheet' : 'Print it without a code'}
          </Button>
        }
      />
      <article
        aria-label="Your sheet on paper"
        className="light-paper mt-7 rounded-small border border-line bg-card px-5 py-8 shadow-card text-ink md:px-12 md:py-12"
      >
        <Paper {...facts} />
      </article>
      {createPortal(
        <article data-print="page" className="hidden print:block">
          <Paper {...facts} />
        </article>,
        document.body,
      )}
    </>
  );
}
