/** Shorter parts of a secret are not looked for: they occur by chance, and tell nobody much. */
const PART_LENGTH = 6;
/** A shorter secret is hidden in errors only: in an answer as a whole it may occur by chance. */
const MIN_LENGTH_IN_ANSWERS = 8;
const HIDDEN = '(hidden)';

/** Headers that say nothing about the caller. */
const PUBLIC_HEADER = /^(?:accept|content|user-agent$|cache-control$|origin$|referer$)/i;

/** Hides the secrets of one endpoint. Source: docs/protocol/checked-answers.md, Secrets. */
export interface Secrets {
  /** Hides whole secrets in an answer's text, so no quotation of the answer can show them. */
  readonly hideIn: (answer: string) => string;
  /** Hides secrets in a short text for an error, also their parts. */
  readonly mask: (quoted: string) => string;
}

const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** A secret as a gateway may write it. */
function writingsOf(secret: string): string[] {
  const hex = Array.from(new TextEncoder().encode(secret), (byte) => byte.toString(16).padStart(2, '0')).join('');
  // In the midst of other bytes, base64 differs by where the secret begins; its first and last letters hold others too.
  const shifted = ['', ' ', '  '].map((before) => toBase64(before + secret).slice(before === '' ? 0 : 4, -4));
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), toBase64(secret), hex, ...shifted];
}

/** The credentials in a header's value: the whole value, the part after a scheme, and the decoded part of Basic. */
function credentialsOf(value: string): string[] {
  const credentials = /\s+(.+)/.exec(value)?.[1] ?? '';
  let decoded = '';
  try {
    decoded = atob(credentials);
  } catch {
    // It is not base64.
  }
  return [value, credentials, decoded, ...decoded.split(':')];
}

/** Finds the secrets of an endpoint in its headers, and in the paths and queries of its URLs. */
export function collectSecrets(headers: Headers, urls: readonly URL[]): Secrets {
  const values = [...headers]
    .filter(([name]) => !PUBLIC_HEADER.test(name))
    .flatMap(([, value]) => credentialsOf(value));
  const inUrls = urls.flatMap(({ pathname, searchParams }) => [...pathname.split('/'), ...searchParams.values()]);
  const secrets = [...values, ...inUrls.filter(({ length }) => length >= MIN_LENGTH_IN_ANSWERS)];
  const writings = [...new Set(secrets.flatMap(writingsOf))].filter(({ length }) => length > 2);
  const whole = [...new Set(values)]
    .filter(({ length }) => length >= MIN_LENGTH_IN_ANSWERS)
    .flatMap(writingsOf)
    .filter(({ length }) => length >= MIN_LENGTH_IN_ANSWERS);
  const parts = new Set<string>();
  for (const writing of writings.map((text) => text.toLowerCase())) {
    const last = Math.max(0, writing.length - PART_LENGTH);
    for (let start = 0; start <= last; start++) parts.add(writing.slice(start, start + PART_LENGTH));
  }
  const lengths = [...new Set([...parts].map(({ length }) => length))];

  return {
    hideIn: (answer) => whole.reduce((text, secret) => text.replaceAll(secret, HIDDEN), answer),
    mask: (quoted) => {
      // This letter alone is longer in lower case; with it the places in both texts would differ.
      const lower = quoted.replaceAll('\u0130', 'i').toLowerCase();
      let masked = '';
      let hiddenUntil = 0;
      for (let index = 0; index < quoted.length; index++) {
        const length = lengths.find((size) => parts.has(lower.slice(index, index + size)));
        if (length !== undefined) {
          if (index >= hiddenUntil) masked += HIDDEN;
          hiddenUntil = Math.max(hiddenUntil, index + length);
        }
        if (index >= hiddenUntil) masked += quoted[index] ?? '';
      }
      return masked;
    },
  };
}
