import { SupportLink } from '../../../ui/support-link.tsx';
import { Notice } from './received-notices.tsx';

export function UnknownLink() {
  return (
    <Notice title="We do not know this link">
      <p>
        Some programs cut long links in two. Please go back to the message and press its button, or copy the
        whole link, to its very end, into your browser’s address bar.
      </p>
      <p>
        If that does not open it either, please keep the message and write to <SupportLink />.
      </p>
    </Notice>
  );
}

/** Staff found out that the owner lives. It says no more of them than that. */
export function TakenBack({ ownerFirstName }: { ownerFirstName: string }) {
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
