/** `r•••@example.com`, `+1•••34`: enough to recognise an address that one knows, too little to write to it. */
export function maskAddress(address: string): string {
  if (/^\+[\d ]{8,}$/.test(address)) return `${address.slice(0, 2)}•••${address.slice(-2)}`;
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return at < 1 ? '•••' : `${first}•••${address.slice(at)}`;
}
