import type { TrustedPage as Page } from '../../../../shared/after-death/trusted-access.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { cutLinkText } from '../../../lib/cut-link.ts';
import { deviceTimeZone } from '../../../lib/device.ts';
import { SupportLink } from '../../../ui/support-link.tsx';
import { Opening, TrustedFrame } from './trusted-frame.tsx';

/** The same for every link that does not work, so that it reveals nothing about anybody. */
export function UnknownLink() {
  return (
    <TrustedFrame>
      <Opening title="We do not know this link">
        <p>{cutLinkText}</p>
        <p>
          If that does not open it either, please keep the message and write to <SupportLink />.
        </p>
      </Opening>
    </TrustedFrame>
  );
}

/** The report has ended. In the past tense: years later the owner may have died after all. */
export function Closed({
  page: { ownerFirstName, ended },
}: {
  page: Pick<Page, 'ownerFirstName' | 'ended'>;
}) {
  const on = ended?.at ? `On ${formatDate(ended.at, deviceTimeZone())} we` : 'We';
  return (
    <TrustedFrame>
      <Opening title="This page is closed">
        {ended?.as === 'revoked' ? (
          <p>
            We wrote to you that {ownerFirstName} had died. {on} learned that {ownerFirstName} was alive. That
            was our mistake, and we are sorry.
          </p>
        ) : (
          <p>
            We wrote to you that we were told that {ownerFirstName} had died. {on} closed that report. Nothing
            that {ownerFirstName} keeps with us was given to anybody because of it.
          </p>
        )}
        <p>
          You need not do anything. If you have questions, please write to <SupportLink />.
        </p>
      </Opening>
    </TrustedFrame>
  );
}
