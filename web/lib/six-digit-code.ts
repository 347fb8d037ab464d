const sixTogether = /(?:^|\D)(\d{3}[\s.–-]?\d{3})(?!\d)/;

/** The code in what somebody typed or pasted: '123 456', or the whole sentence of the mail. */
export function codeIn(text: string): string {
  const plain = text.normalize('NFKC');
  return (sixTogether.exec(plain)?.[1] ?? plain).replaceAll(/\D/g, '').slice(0, 6);
}

/** The code after the `#` of a link in a mail, which never leaves this device. */
export function codeInAddress(hash: string): string {
  return codeIn(new URLSearchParams(hash.slice(1)).get('code') ?? '');
}
