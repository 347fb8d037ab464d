import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useLeaveWarning } from '../../../../lib/unsaved-changes.ts';
import { ActionRow } from '../../../../ui/actions.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Page } from '../../../../ui/page.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { useProfile } from '../../../accounts/auth/sessions/queries.ts';
import { useRecipients } from '../../../people/recipients/queries.ts';
import { useReleaseWishes } from '../queries.ts';
import { CodeMaking } from './code-making.tsx';
import { ContactsPaper, type ContactsSheetFacts } from './contacts-paper.tsx';
import { OnPaper, PrintButton } from './on-paper.tsx';
import { Paper, type SheetFacts } from './paper.tsx';

/**
 * The owner's page for their papers, shown on screen as it will be printed. Its code is shown once, until the
 * page is left. `?for=contacts` is the page for trusted contacts, which has no code.
 */
export function SheetPage() {
  const [search] = useSearchParams();
  const isForContacts = search.get('for') === 'contacts';
  const title = isForContacts ? 'A sheet for your trusted contacts' : 'A sheet for your papers';
  const profile = useProfile();
  const recipients = useRecipients();
  const wishes = useReleaseWishes();
  const reads = [profile, recipients, wishes];
  return (
    <Page
      title={title}
      lead={
        isForContacts
          ? 'Print it, write down where your own sheet lies, and give it to them.'
          : 'Print it, and keep it where it will be found after your death.'
      }
      actions={
        <Link href="/settings?tab=after-death" className="inline-flex min-h-11 items-center">
          Back to settings
        </Link>
      }
      width="letter"
    >
      <title>{`${title} · Long After`}</title>
      {profile.data && wishes.data && isForContacts ? (
        <ContactsSheet owner={profile.data} wishes={wishes.data} />
      ) : profile.data && recipients.data && wishes.data ? (
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
          <PrintButton variant={code ? 'primary' : 'quiet'} onPress={print}>
            {code ? 'Print the sheet' : 'Print it without a code'}
          </PrintButton>
        }
      />
      <OnPaper label="Your sheet on paper">
        <Paper {...facts} />
      </OnPaper>
    </>
  );
}

function ContactsSheet({ owner, wishes }: Omit<ContactsSheetFacts, 'madeAt'>) {
  return (
    <>
      <ActionRow action={<PrintButton onPress={() => window.print()}>Print the sheet</PrintButton>} />
      <OnPaper label="The sheet for your trusted contacts on paper">
        <ContactsPaper owner={owner} wishes={wishes} madeAt={new Date()} />
      </OnPaper>
    </>
  );
}
