/**
 * What somebody has to do about a waiting delivery. For the last two there is nothing left to do: its mail
 * may have arrived before its memory was deleted, or before the release that sent it was revoked, so it is
 * kept for its link. That shows what was sent, or says that it was taken back or is closed.
 */
export const waitingReasons = [
  'no_address',
  'bad_address',
  'not_theirs',
  'memory_under_review',
  'physical_fulfilment',
  'in_the_post',
  'file_damaged',
  'outcome_unknown',
  'held_by_staff',
  'held_by_trusted_contact',
  'declined',
  'held_by_guardian',
  'account_in_arrears',
  'memory_withdrawn',
  'release_revoked',
] as const;
export type WaitingReason = (typeof waitingReasons)[number];

/** Kept only for its link: nobody has to do anything. */
export const linkOnlyReasons = ['memory_withdrawn', 'release_revoked'] as const satisfies WaitingReason[];
export type LinkOnlyReason = (typeof linkOnlyReasons)[number];
