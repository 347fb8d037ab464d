import autocannon from 'autocannon';

interface Load {
  url: string;
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
}

/** Responses per second under this load; throws if any of them is not a 2xx. */
export async function requestsPerSecond({ url, headers, connections, seconds }: Load): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, ...(headers && { headers }) });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of the requests to ${url} failed`);
  return result['2xx'] / result.duration;
}
