/** An address of the upstream as requests use it. */
export interface UpstreamAddress {
  /** Without credentials, which `fetch` rejects, and without slashes at the end. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For errors, because the rest of the address may contain a key. */
  readonly host: string;
  /** Whether the address or a header may contain a key. Errors then quote neither answers nor foreign errors. */
  readonly mayHaveKey: boolean;
}

/** Moves the credentials of an address to a header. */
export function parseAddress(address: string, headers: Readonly<Record<string, string>>): UpstreamAddress {
  const url = new URL(address);
  const { username, password, host, search, pathname } = url;
  const credentials = [username, password].map(decodeURIComponent).join(':');
  url.username = '';
  url.password = '';
  return {
    url: url.href.replace(/\/+$/, ''),
    headers: { ...(credentials !== ':' && { authorization: `Basic ${btoa(credentials)}` }), ...headers },
    host,
    mayHaveKey:
      credentials !== ':' || search !== '' || !/^\/(jsonrpc)?$/.test(pathname) || Object.keys(headers).length > 0,
  };
}
