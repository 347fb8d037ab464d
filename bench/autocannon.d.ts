/** Only what is used here; the package has no types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    /** In seconds. */
    duration: number;
    headers?: Record<string, string>;
  }
  interface Result {
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
    /** In seconds. */
    duration: number;
  }
  const autocannon: (options: Options) => Promise<Result>;
  export = autocannon;
}
