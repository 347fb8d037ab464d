/** As far as it is used here; the package brings no types. */
declare module 'autocannon' {
  export interface Options {
    url: string;
    connections: number;
    /** In seconds. */
    duration: number;
    headers?: Record<string, string>;
    /** Taken in turn by every connection. */
    requests?: { headers?: Record<string, string> }[];
  }
  export interface Result {
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
    /** In seconds. */
    duration: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
