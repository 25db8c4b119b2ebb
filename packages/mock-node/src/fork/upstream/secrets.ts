import { HIDDEN } from '../../errors.ts';
/** Hides a fork's secrets in texts from the network or from `fetch`. */
export interface Secrets {
  /** Hides secrets and parts of them in a text for an error. */
  readonly mask: (text: string) => string;
  /** Hides complete secrets in an answer before it is cached. */
  readonly hideIn: (answer: string) => string;
}

/** Shorter parts of a secret occur in other texts by chance. */
const PART = 6;
/** Shorter secrets, and shorter parts of an address, occur in answers by chance. */
const WHOLE = 8;

/** Headers that reveal nothing about the caller. */
const PUBLIC_HEADER = /^(accept|content|user-agent$|cache-control$|origin$|referer$)/i;

/** Finds a fork's secrets: the values of its headers, and every part of its addresses except the host. */
export function collectSecrets(headers: Readonly<Record<string, string>>, addresses: readonly string[]): Secrets {
  const values = Object.entries(headers)
    .filter(([name]) => !PUBLIC_HEADER.test(name))
    // Also without a scheme such as Bearer.
    .flatMap(([, value]) => [value, value.replace(/^\S+\s+/, '')]);
  const pieces = addresses.map((address) => new URL(address)).flatMap(piecesOf);
  const secrets = new Set([...values, ...pieces].flatMap(writingsOf).filter(({ length }) => length > 2));
  const whole = values.flatMap(writingsOf).filter(({ length }) => length >= WHOLE);
  const parts = new Set([...secrets].flatMap((secret) => partsOf(secret.toLowerCase())));
  return {
    hideIn: (answer) => whole.reduce((text, secret) => text.replaceAll(secret, HIDDEN), answer),
    mask: (text) => maskParts(text, parts),
  };
}

function piecesOf({ username, password, pathname, searchParams }: URL): readonly string[] {
  const long = [...pathname.split('/'), ...searchParams.values()].filter(({ length }) => length >= WHOLE);
  const credentials = [username, password].map(decodeURIComponent);
  return [...credentials, ...(username + password === '' ? [] : [toBase64(credentials.join(':'))]), ...long];
}

/** The forms of a secret: plain, in a URL, in JSON, in base64 and in hexadecimal. */
function writingsOf(secret: string): readonly string[] {
  const hex = Array.from(new TextEncoder().encode(secret), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), toBase64(secret), hex];
}

const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

function partsOf(secret: string): readonly string[] {
  const count = Math.max(1, secret.length - PART + 1);
  return Array.from({ length: count }, (_, start) => secret.slice(start, start + PART));
}

function maskParts(text: string, parts: ReadonlySet<string>): string {
  const lower = text.toLowerCase();
  const lengths = [...new Set([...parts].map(({ length }) => length))];
  let masked = '';
  let hiddenUntil = 0;
  for (let at = 0; at < text.length; at++) {
    const length = lengths.find((size) => parts.has(lower.slice(at, at + size)));
    if (length !== undefined) {
      if (at >= hiddenUntil) masked += HIDDEN;
      hiddenUntil = Math.max(hiddenUntil, at + length);
    }
    if (at >= hiddenUntil) masked += text.charAt(at);
  }
  return masked;
}
