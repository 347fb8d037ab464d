/** What nobody gets back by restoring an account; its page and the mails say so. */
export const staysCancelled =
  'What we have cancelled stays cancelled: gifts that had not been sent, counseling sessions, and the renewal of a paid plan.';
