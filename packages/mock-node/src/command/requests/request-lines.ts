import { formatEnergy, formatPrice } from '../../energy-report/format-energy.ts';
import { type Exchange } from '../../http/instruments/exchange.ts';
import { effectsOf, type RequestEffects } from '../../http/instruments/request-effects.ts';
import { type Style } from '../output.ts';

/** A request as the log prints it. */
export interface LogLine extends RequestEffects {
  /** The machine's time in milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly fault?: string;
  readonly durationMs: number;
  readonly console?: readonly string[];
  readonly body?: string;
  readonly answer?: string;
}

/** Maximum characters shown of a body, a path or a problem. */
const SHORT = 200;

function shorten(text: string): string {
  const line = text
    .slice(0, 2 * SHORT)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > SHORT ? `${line.slice(0, SHORT)}…` : line;
}

export async function logLine(time: number, exchange: Exchange, isVerbose: boolean): Promise<LogLine> {
  const { request, response, logged, durationMs } = exchange;
  const { problem, ...effects } = await effectsOf(exchange);
  return {
    time,
    method: request.method,
    path: shorten(request.path + (request.query === '' ? '' : `?${request.query}`)),
    ...effects,
    ...(response !== undefined && { status: response.status }),
    ...(logged?.fault !== undefined && { fault: logged.fault }),
    ...(problem !== undefined && { problem: shorten(problem) }),
    durationMs: Math.round(durationMs * 10) / 10,
    ...(logged?.console !== undefined && { console: logged.console }),
    ...(isVerbose && { body: shorten(request.body), answer: shorten(response?.body ?? '') }),
  };
}

/** Formats a request as one line of JSON, with amounts as numbers. */
export function jsonLine({ time, ...line }: LogLine): string {
  const members = { time: new Date(time).toISOString(), ...line };
  return `${JSON.stringify(members, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))}\n`;
}

type Styler = (style: Style, text: string) => string;

/** Formats a request for people: one line, plus one for each line of `console.log` and for the bodies. */
export function textLines(line: LogLine, style: Styler): string {
  const { time, method, path, call, block, energy, fee, problem, fault, durationMs } = line;
  const outcome = [...(fault === undefined ? [] : [`fault ${fault}`]), ...(problem === undefined ? [] : [problem])];
  const fields = [
    style('dim', timeOfDay(time)),
    `${method.padEnd(4)} ${printable(path)}`,
    ...(call === undefined ? [] : [style('cyan', printable(call))]),
    ...(block === undefined ? [] : [block === 'pending' ? block : `block ${block}`]),
    ...(energy === undefined ? [] : [`${formatEnergy(energy)} energy`]),
    ...(fee === undefined || fee === 0n ? [] : [`fee ${formatPrice(fee)} coin`]),
    outcome.length === 0 ? style('green', 'ok') : style('red', printable(outcome.join(': '))),
    style('dim', `${durationMs < 10 ? durationMs : Math.round(durationMs)} ms`),
  ];
  const below = [
    ...(line.console ?? []),
    ...(line.body === undefined || line.body === '' ? [] : [`> ${line.body}`]),
    ...(line.answer === undefined || line.answer === '' ? [] : [`< ${line.answer}`]),
  ];
  return [fields.join('  '), ...below.map((text) => `${' '.repeat(10)}${printable(text)}`), ''].join('\n');
}

/** The line that counts requests equal to the one before them. */
export function repeatedLine({ time, method, path }: LogLine, times: number, style: Styler): string {
  const again = times === 1 ? 'repeated once' : `repeated ${times} times`;
  return `${style('dim', timeOfDay(time))}  ${method.padEnd(4)} ${printable(path)}  ${again}\n`;
}

const timeOfDay = (time: number): string => new Date(time).toTimeString().slice(0, 8);

/** Replaces characters that would move a terminal's cursor, change its colours or reverse text. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu, '\uFFFD');
