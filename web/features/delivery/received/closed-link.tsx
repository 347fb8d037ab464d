import { cutLinkText } from '../../../lib/cut-link.ts';
import { SupportLink } from '../../../ui/support-link.tsx';
import { ItIsMine } from './acts/it-is-mine.tsx';
import type { PageLink } from './page/page-link.ts';
import { Notice } from './received-notices.tsx';

export function UnknownLink() {
  return (
    <Notice title="We do not know this link">
      <p>{cutLinkText}</p>
      <p>
        If that does not open it either, please keep the message and write to <SupportLink />.
      </p>
    </Notice>
  );
}

/** A link that opens nothing: it was sent by mistake, or somebody said that it is not for them. */
export function Shut({ page }: { page: PageLink }) {
  const { cover } = page;
  return cover.closed ? <TakenBack ownerFirstName={cover.ownerFirstName} /> : <NotTheirs page={page} />;
}

/** Staff found out that the owner is alive. The page says no more about them. */
function TakenBack({ ownerFirstName }: { ownerFirstName: string }) {
  return (
    <Notice title="This link is closed">
      <p>
        We sent it to you too early. That was our mistake, and we are sorry: what {ownerFirstName} left for
        you was not to reach you yet. It is kept safely.
      </p>
      <p>
        You need not do anything. If you have questions, please write to <SupportLink />.
      </p>
    </Notice>
  );
}

function NotTheirs({ page }: { page: PageLink }) {
  const { recipientFirstName, notForMe } = page.cover;
  return (
    <Notice title="This page is closed">
      <p>
        {notForMe?.canUndo
          ? 'You told us that it had reached the wrong person. Thank you: we'
          : 'Somebody told us that it had reached the wrong person. Thank you, if that was you: we'}{' '}
        are looking for {recipientFirstName}, and you need not do anything more.
      </p>
      <p>Nothing is shown here any more, on any device. What was left is kept safely.</p>
      {notForMe?.canUndo ? (
        <>
          <ItIsMine page={page} />
          <p>
            If you have a question, please write to <SupportLink />.
          </p>
        </>
      ) : (
        <p>
          If you are {recipientFirstName}, or have a question, please write to <SupportLink />.
        </p>
      )}
    </Notice>
  );
}
