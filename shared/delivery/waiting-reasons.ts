/**
 * What a waiting delivery needs somebody to do. With `memory_withdrawn` nothing is left to do: its mail may have arrived
 * before its memory was deleted, so it is kept for its link, which shows what was sent or says that it was taken back.
 */
export const waitingReasons = [
  'no_address',
  'bad_address',
  'memory_under_review',
  'physical_fulfilment',
  'file_damaged',
  'outcome_unknown',
  'held_by_staff',
  'memory_withdrawn',
] as const;
export type WaitingReason = (typeof waitingReasons)[number];
