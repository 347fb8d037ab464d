const megabyte = 1024 * 1024;

/** '12 of 48 MB are here', 'Nothing of it is here yet'. The part is rounded down: it is a fact. */
export function describeArrived(arrivedBytes: number, sizeBytes: number): string {
  if (arrivedBytes <= 0) return 'Nothing of it is here yet';
  if (arrivedBytes >= sizeBytes) return 'All of it is here';
  const isSmall = sizeBytes < 10 * megabyte;
  const digits = isSmall ? 1 : 0;
  const scale = 10 ** digits;
  const arrived = Math.floor((arrivedBytes / megabyte) * scale) / scale;
  const size = Math.ceil((sizeBytes / megabyte) * scale) / scale;
  return `${arrived.toFixed(digits)} of ${size.toFixed(digits)} MB are here`;
}
