import { accountMails } from './features/accounts/auth/account-mails/account-mails.ts';
import { untilDeath } from './features/accounts/auth/memorials/memorials.ts';
import { absenceMails, staffMails } from './features/accounts/auth/staff/staff.ts';
import {
  afterSendingToContacts,
  contactMails,
} from './features/after-death/death-cases/contacts/contacts.mails.ts';
import { deathReportMails } from './features/after-death/death-cases/death-reports/death-reports.ts';
import { afterSendingQuestions } from './features/after-death/death-cases/death-reports/windows.ts';
import { releaseMails } from './features/after-death/death-cases/releases/releases.mails.ts';
import {
  addressChangeMails,
  afterSendingAddressNotices,
} from './features/after-death/trusted-access/address-changes/address-changes.mails.ts';
import { lifeChangeMails } from './features/after-death/trusted-access/life-changes/life-changes.mails.ts';
import { isAddressDisputed } from './features/after-death/trusted-access/trusted-access.ts';
import { pastDueMails } from './features/billing/past-due/past-due.mails.ts';
import { paymentMails } from './features/billing/payments/payments.mails.ts';
import { bookingMails } from './features/care/counseling/counselor-bookings/counselor-bookings.mails.ts';
import { therapyRequestMails } from './features/care/counseling/therapy-requests/therapy-requests.mails.ts';
import { afterSendingDeletionMails } from './features/data-rights/account-data/account-deletion/account-deletion.mails.ts';
import { deliveryMails } from './features/delivery/deliveries/deliveries.mails.ts';
import {
  afterSendingGuardianMails,
  guardianMails,
} from './features/delivery/deliveries/guardians/guardians.mails.ts';
import { receivedMails } from './features/delivery/received/received.mails.ts';
import { rehearsalMails } from './features/delivery/received/rehearsal/send-to-me.ts';
import { weekBeforeMails } from './features/home/reminders/week-before/week-before.mails.ts';
import { yearlyMails } from './features/home/reminders/yearly-mail/yearly-mail.mails.ts';
import { sunsetMails } from './features/home/sunset/sunset.mails.ts';
import { lostItemMails } from './features/keepsakes/physical-items/lost-items.mails.ts';
import { physicalItemMails } from './features/keepsakes/physical-items/physical-items.mails.ts';
import { recipientItemMails } from './features/keepsakes/physical-items/recipient-items.mails.ts';
import { storageRequestMails } from './features/keepsakes/physical-items/storage-requests/storage-requests.mails.ts';
import { prepareMemoryRejected } from './features/memories/memories/memories.mails.ts';
import { afterSendingLinks } from './features/outbox/messages/mails/links/links.ts';
import type { MailHandlers } from './features/outbox/messages/mails/mails.ts';
import { inquiryMails } from './features/people/recipients/inquiries/inquiries.mails.ts';
import { proposedAddressMails } from './features/people/recipients/proposed-addresses.mails.ts';
import {
  afterSendingToTrustedContact,
  prepareTrustedContactMail,
} from './features/people/recipients/recipients.mails.ts';
import { giftOrderMails } from './features/store/gifts/gifts.mails.ts';
import { asking, trustedContacts } from './wiring.ts';

/** How each kind of mail in the outbox is prepared, and what happens after it was sent. */
export const mailHandlers: MailHandlers = {
  prepare: untilDeath({
    ...accountMails,
    ...staffMails,
    ...absenceMails,
    ...deathReportMails,
    ...addressChangeMails,
    ...lifeChangeMails,
    ...deliveryMails,
    ...guardianMails,
    ...receivedMails,
    ...proposedAddressMails,
    ...inquiryMails(asking),
    ...rehearsalMails,
    ...yearlyMails,
    ...weekBeforeMails,
    ...sunsetMails,
    'memory-rejected': prepareMemoryRejected,
    ...paymentMails,
    ...pastDueMails(trustedContacts),
    ...giftOrderMails,
    ...bookingMails,
    ...therapyRequestMails,
    ...physicalItemMails,
    ...lostItemMails,
    ...recipientItemMails,
    ...storageRequestMails,
    'trusted-contact': prepareTrustedContactMail,
    ...contactMails(isAddressDisputed),
    ...releaseMails,
  }),
  afterSending: {
    ...afterSendingQuestions,
    ...afterSendingToContacts,
    ...afterSendingAddressNotices,
    ...afterSendingLinks,
    ...afterSendingDeletionMails,
    ...afterSendingGuardianMails,
    'trusted-contact': afterSendingToTrustedContact,
  },
};
