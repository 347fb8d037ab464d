/** What to do about a link that is not known: most were cut in two. */
export const cutLinkText =
  'Some programs cut long links in two. Please go back to the message and press its button, or copy the whole link, to its very end, into your browser’s address bar.';
