/**
 * Returns the time that an endpoint asks to wait, in milliseconds. It reads Retry-After in seconds or as a date, or the
 * text of the body ("suspended for 5s", "try again in 2 minutes"). Undefined if neither can be understood.
 *
 * Source: RFC 9110, section 10.2.3; the texts come from hosted gateways.
 */
export function retryAfter(header: string, body: string, now: number): number | undefined {
  const wait = /^\d+(?:\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  if (!Number.isNaN(wait)) return Math.max(0, Math.ceil(wait));
  const words = /(?:suspended|again|wait|retry)\D{0,24}(\d+) ?(m?)(s?)/i.exec(body);
  if (words === null) return undefined;
  const unit = words[2] === '' ? 1000 : words[3] === '' ? 60_000 : 1;
  return Number(words[1]) * unit;
}
