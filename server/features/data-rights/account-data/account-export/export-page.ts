import { describeAfterDeath } from '../../../../../shared/after-death.ts';
import { formatDate, formatDay, formatMoment } from '../../../../../shared/dates.ts';
import type { DeliveryState } from '../../../../../shared/delivery/schedules.ts';
import { formatDollarsAndCents } from '../../../../../shared/dollars.ts';
import { fullNameOf, listNames } from '../../../../../shared/names.ts';
import { plans } from '../../../../../shared/plans.ts';
import type { GiftOrderStatus } from '../../../../../shared/store/gift-orders.ts';
import { timeZoneLabel } from '../../../../../shared/time-zones.ts';
import { escapeHtml } from '../../../../platform/html-page.ts';
import { wallClockAt } from '../../../../platform/local-time.ts';
import { offlinePage, shownFile } from '../../../../platform/offline-page.ts';
import type { ZipFault } from '../../../../platform/zip.ts';
import type { ExportContents, ExportedMemory } from './export-contents.ts';
import { itemCard } from './export-items.ts';
import { counselingSection, paymentsSection } from './export-sections.ts';
import type { ExportedVersion } from './exported-files.ts';

/** The whole export as one page to read, with pictures, videos and sound recordings. */
export function exportPage(contents: ExportContents, faults: readonly ZipFault[]): string {
  const { account, exportedAt, memories, recipients } = contents;
  const name = fullNameOf(account);
  const when = formatMoment(exportedAt, account.timezone);
  return offlinePage(
    `${name}: what was kept with Long After`,
    `<header>
<p class="brand">Long After</p>
<h1>${escapeHtml(name)}</h1>
<p class="soft">Everything that was kept with Long After on ${escapeHtml(when)}. This page needs no internet: the original files are in the folder <code>files</code> beside it, and <a href="data.json">data.json</a> holds the same for programs to read.</p>
</header>
${faultsSection(faults)}
${section('Memories', memories.length, memories.map((memory) => memoryCard(memory, contents)).join('\n'))}
${versions(contents)}
${section('Legacy journal', contents.legacyAnswers.length, contents.legacyAnswers.map(answerCard).join('\n'))}
${section('Recipients', recipients.length, recipients.map(recipientCard).join('\n'))}
${section('Gift orders', contents.giftOrders.length, contents.giftOrders.map(giftOrderCard).join('\n'))}
${contents.counselorBookings.length + contents.therapyRequests.length === 0 ? '' : counselingSection(contents)}
${items(contents)}
${contents.payments.length === 0 ? '' : paymentsSection(contents)}
${section('Account', 1, accountCard(contents))}`,
  );
}

/** Empty if there is nothing to show. */
function faultsSection(faults: readonly ZipFault[]): string {
  if (faults.length === 0) return '';
  const lines = faults.map(({ path, fault }) => {
    const what = fault === 'missing' ? 'is missing from our storage' : 'has changed in our storage';
    return `<li>${escapeHtml(path)} ${what}.</li>`;
  });
  return `<section><h2>Not as you left it</h2>
<p>This is our fault. We have been told, and are looking for good copies. Please prepare another export in a few days.</p>
<ul>${lines.join('')}</ul></section>`;
}

function section(title: string, count: number, cards: string): string {
  return `<section><h2>${title}</h2>${count === 0 ? '<p class="soft">None.</p>' : cards}</section>`;
}

function memoryCard(memory: ExportedMemory, { account, exportedAt, schedules }: ExportContents): string {
  if (memory.deleteOnDeath)
    return `<article>
<h3>${escapeHtml(memory.title)}</h3>
<p class="soft">To be deleted after the death of its owner. Only its title is here.</p>
</article>`;
  const planned = schedules.filter(({ memoryId }) => memoryId === memory.id);
  const created = formatMoment(memory.createdAt, account.timezone);
  return `<article>
<h3>${escapeHtml(memory.title)}</h3>
<p class="soft">For ${escapeHtml(memory.recipient ?? '')}. Made on ${escapeHtml(created)}.</p>
${memory.personalMessage ? `<blockquote>${escapeHtml(memory.personalMessage)}</blockquote>` : ''}
${memory.content ? `<div class="letter">${escapeHtml(memory.content)}</div>` : ''}
${memory.file ? shownFile(memory, memory.file) : ''}
${memory.openedByStaff.map((opening) => openingLine(opening, account.timezone)).join('')}
${planned.length === 0 ? '' : `<ul>${planned.map((schedule) => scheduleLine(schedule, exportedAt)).join('')}</ul>`}
</article>`;
}

function openingLine(
  { openedAt, reason }: ExportedMemory['openedByStaff'][number],
  timezone: string,
): string {
  const line = `A member of staff opened this on ${formatDate(openedAt, timezone)}. Reason: ${reason}`;
  return `<p class="soft">${escapeHtml(line)}</p>`;
}

/** Empty if there is nothing to show, so that most people never see this heading. */
function versions({ account, givenVersions }: ExportContents): string {
  if (givenVersions.length === 0) return '';
  const card = (version: ExportedVersion) => {
    const until = formatMoment(version.keptAt, account.timezone);
    return `<article>
<h3>${escapeHtml(version.title)}</h3>
<p class="soft">${escapeHtml(`${listNames(version.sentTo)} received it like this, and keeps it. You changed or deleted it on ${until}.`)}</p>
${version.personalMessage ? `<blockquote>${escapeHtml(version.personalMessage)}</blockquote>` : ''}
${version.content ? `<div class="letter">${escapeHtml(version.content)}</div>` : ''}
${version.file ? shownFile(version, version.file) : ''}
</article>`;
  };
  return section(
    'What people have received, as it was then',
    givenVersions.length,
    givenVersions.map(card).join('\n'),
  );
}

/** Empty if there is nothing to show. */
function items({ account, physicalItems }: ExportContents): string {
  if (physicalItems.length === 0) return '';
  const cards = physicalItems.map((item) => itemCard(item, account.timezone));
  return section('Physical items', physicalItems.length, cards.join('\n'));
}

function scheduleLine(schedule: ExportContents['schedules'][number], exportedAt: Date): string {
  const { deliveryType, localDate, localTime, timezone, releaseDays, recipients } = schedule;
  const people =
    recipients.map(({ name, state }) => `${name} (${deliveryLabels[state]})`).join(', ') || 'nobody yet';
  const when =
    deliveryType === 'on_death'
      ? describeAfterDeath(localDate, wallClockAt(exportedAt, timezone).localDate, releaseDays)
      : `on ${formatDay(localDate)} at ${localTime.slice(0, 5)} ${timeZoneLabel(timezone)}`;
  return `<li>${escapeHtml(`To ${people}: ${when}`)}</li>`;
}

function answerCard({ question, answer }: ExportContents['legacyAnswers'][number]): string {
  return `<article>
<h3>${escapeHtml(question)}</h3>
<div class="letter">${escapeHtml(answer)}</div>
</article>`;
}

function recipientCard(
  person: ExportContents['recipients'][number],
  _at: number,
  people: ExportContents['recipients'],
): string {
  const substitute = people.find(({ id }) => id === person.substituteId);
  const instead = substitute && `If they have died: ${fullNameOf(substitute)}`;
  const guardian = people.find(({ id }) => id === person.guardianId);
  const say =
    guardian && `${fullNameOf(guardian)} has a say until ${person.firstName} is ${person.guardianUntilAge}`;
  const contact = [person.email, person.secondEmail, person.phone, person.mailingAddress]
    .filter(Boolean)
    .join(', ');
  const trusted = person.trustedContact ? ', trusted contact' : '';
  const yours = person.ownerRelationship && `You are: ${person.ownerRelationship}`;
  const line = person.knownBy && `A line only you could have written: ${person.knownBy}`;
  const days = [...(person.birthday ? [{ name: 'born', date: person.birthday }] : []), ...person.days].map(
    ({ name, date }) => `${formatDay(date)}: ${name}`,
  );
  return `<article>
<h3>${escapeHtml(fullNameOf(person))}</h3>
<p class="soft">${escapeHtml(person.relationship + trusted)}</p>
${contact ? `<p>${escapeHtml(contact)}</p>` : ''}
${yours ? `<p>${escapeHtml(yours)}</p>` : ''}
${line ? `<p>${escapeHtml(line)}</p>` : ''}
${days.length === 0 ? '' : `<ul>${days.map((day) => `<li>${escapeHtml(day)}</li>`).join('')}</ul>`}
${say ? `<p>${escapeHtml(say)}</p>` : ''}
${instead ? `<p class="soft">${escapeHtml(instead)}</p>` : ''}
</article>`;
}

function giftOrderCard(order: ExportContents['giftOrders'][number]): string {
  const names = order.giftDetails.map(({ name }) => name).join(', ');
  const { recipientName, deliveryDate, status, totalAmount } = order;
  const where = `For ${recipientName}, on ${formatDay(deliveryDate)}: ${formatDollarsAndCents(totalAmount)}, ${orderLabels[status]}`;
  return `<article>
<h3>${escapeHtml(names)}</h3>
<p class="soft">${escapeHtml(where)}</p>
<p>${escapeHtml(order.deliveryAddress)}</p>
${order.specialInstructions ? `<blockquote>${escapeHtml(order.specialInstructions)}</blockquote>` : ''}
</article>`;
}

function accountCard(contents: ExportContents): string {
  const { account, earlierAddresses, releaseWishes: wishes, profilePicture } = contents;
  const rows = [
    ['Email', account.email],
    ['Second email address', account.secondEmail],
    ['Phone', account.phone],
    ['Earlier addresses', earlierAddresses.map(({ address }) => address).join(', ')],
    ['Address', account.address],
    ['Date of birth', account.dateOfBirth && formatDay(account.dateOfBirth)],
    ['Time zone', account.timezone],
    ['Plan', plans[account.subscriptionPlan].name],
    ['Quiet days after your death', account.quietDays || null],
    ['Days for an objection', wishes?.objectionDays],
    ['Reports of your death', wishes?.reporters === 'trusted_contacts' && 'from trusted contacts'],
    ['Note to trusted contacts', wishes?.noteToContacts],
  ] as const;
  const filled = rows.map(([term, value]) =>
    value ? `<dt>${term}</dt><dd>${escapeHtml(String(value))}</dd>` : '',
  );
  const picture = profilePicture && shownFile({ type: 'photo', title: 'Your picture' }, profilePicture);
  return `<article>${picture ?? ''}<dl>${filled.join('')}</dl></article>`;
}

/** 'planned' means not yet due. */
const deliveryLabels: Readonly<Record<DeliveryState | 'planned', string>> = {
  planned: 'planned',
  pending: 'due',
  sending: 'being sent',
  delivered: 'delivered',
  waiting: 'waits; the schedule says for what',
  failed: 'could not be delivered',
};

const orderLabels: Readonly<Record<GiftOrderStatus, string>> = {
  pending: 'waiting for payment',
  paid: 'paid',
  preparing: 'being prepared',
  shipped: 'on its way',
  delivered: 'delivered',
  cancelled: 'cancelled',
};
