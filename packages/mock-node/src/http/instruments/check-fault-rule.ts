import { readInteger } from '../../control/arguments/control-arguments.ts';
import { argumentInvalid } from '../../errors.ts';
import { checkKeys, type KnownKeys } from '../../known-keys.ts';
import { MAX_TIME } from '../../protocol/time.ts';
import { readStatements } from '../falsification/read-statements.ts';
import { type Fault, type FaultRule } from './faults.ts';
import { type Tampering } from './tampering.ts';

/** The members of each kind of fault, except `kind`. */
const kinds: { readonly [Kind in Fault['kind']]: KnownKeys<Omit<Extract<Fault, { kind: Kind }>, 'kind'>> } = {
  status: { status: true, body: true, headers: true },
  html: { status: true },
  empty: {},
  truncated: { share: true },
  'content-type': { value: true },
  replaced: { key: true, json: true },
  'duplicate-key': { key: true, json: true },
  error: { message: true },
  rejection: { code: true, message: true, notation: true },
  'rate-limited': { retryAfter: true },
  hang: {},
  'hang-in-body': {},
  'endless-body': {},
  reset: {},
  'reset-in-body': {},
  redirect: { location: true, status: true },
  latency: { latencyMs: true },
  stale: { blocks: true },
  'lost-broadcast': { taken: true, answer: true },
  tampered: { change: true },
  falsified: { statements: true, headers: true },
};

const changeKeys: KnownKeys<Tampering> = {
  recipient: true,
  owner: true,
  amount: true,
  feeLimit: true,
  memo: true,
  permissionId: true,
  expiration: true,
  secondContract: true,
  ids: true,
};

const waitKeys = { kind: true, waitMs: true };
const dateKeys = { kind: true, time: true };

const ruleKeys: KnownKeys<FaultRule> = {
  path: true,
  method: true,
  fault: true,
  times: true,
  after: true,
  probability: true,
};

export const faultKinds: readonly string[] = /* @__PURE__ */ Object.keys(kinds);

/**
 * Validates a rule at run time, because rules also arrive over HTTP, where no compiler has checked them. Returns it
 * with its false statements in the notations of the ledger.
 *
 * @throws MockNodeError `ARGUMENT_INVALID`
 */
export function checkFaultRule(rule: FaultRule): FaultRule {
  const { path, fault, times, after, probability } = rule;
  checkKeys('rule', rule, ruleKeys, '');
  checkFault(fault);
  if (typeof path === 'string' && !path.startsWith('/'))
    throw argumentInvalid('path', path, 'a path that begins with /, or a regular expression');
  if (times !== undefined) readInteger('times', times, { min: 1 });
  if (after !== undefined) readInteger('after', after, { min: 0 });
  if (probability !== undefined && !(probability >= 0 && probability <= 1))
    throw argumentInvalid('probability', probability, 'a number from 0 to 1');
  return fault.kind === 'falsified' ? { ...rule, fault: { kind: 'falsified', ...readStatements(fault) } } : rule;
}

function checkFault(fault: Fault): void {
  const { kind, status }: { readonly kind?: unknown; readonly status?: number } = Object(fault);
  if (!faultKinds.includes(String(kind))) throw argumentInvalid('fault.kind', kind, `one of ${faultKinds.join(', ')}`);
  checkKeys('fault', fault, { kind: true, ...kinds[fault.kind] });
  if (fault.kind === 'tampered') checkKeys('fault.change', fault.change, changeKeys);
  if (fault.kind === 'rate-limited' && fault.retryAfter !== undefined) checkWait(fault.retryAfter);
  if (fault.kind === 'status' || status !== undefined)
    readInteger('fault.status', status as number, { min: 200, max: 599 });
  if (fault.kind !== 'truncated' || fault.share === undefined) return;
  if (!(fault.share >= 0 && fault.share <= 1))
    throw argumentInvalid('fault.share', fault.share, 'a number from 0 to 1');
}

function checkWait(wait: NonNullable<Extract<Fault, { kind: 'rate-limited' }>['retryAfter']>): void {
  const argument = 'fault.retryAfter';
  if (!['seconds', 'date', 'text'].includes(Object(wait).kind))
    throw argumentInvalid(`${argument}.kind`, Object(wait).kind, 'seconds, date or text');
  checkKeys(argument, wait, wait.kind === 'date' ? dateKeys : waitKeys);
  if (wait.kind === 'date') readInteger(`${argument}.time`, wait.time, { min: 0, max: MAX_TIME });
  else readInteger(`${argument}.waitMs`, wait.waitMs, { min: 0 });
}
