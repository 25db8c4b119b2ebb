import { checkKeys } from '../../control/arguments/control-arguments.ts';
import { invalidArgument, mustBe, type KnownKeys } from '../../errors.ts';
import { type Fault, type FaultRule } from './faults.ts';
import { type Tampering } from './tampering.ts';

/** The members of each kind of fault besides its kind. */
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
  latency: { milliseconds: true },
  stale: { blocks: true },
  'lost-broadcast': { taken: true, answer: true },
  tampered: { change: true },
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

const waitKeys = { seconds: true, date: true, words: true };

const ruleKeys: KnownKeys<FaultRule> = {
  path: true,
  method: true,
  fault: true,
  once: true,
  times: true,
  after: true,
  probability: true,
};

export const faultKinds: readonly string[] = /* @__PURE__ */ Object.keys(kinds);

/**
 * Checks a rule at run time, too: rules come over HTTP, where no compiler has seen them.
 *
 * @throws MockNodeError `ARGUMENT_INVALID`
 */
export function checkFaultRule(rule: FaultRule): void {
  const { path, fault, times, after, probability } = rule;
  checkKeys(rule, ruleKeys);
  checkFault(fault);
  if (typeof path === 'string' && !path.startsWith('/')) invalidArgument('path', `must begin with /, but is ${path}`);
  if (times !== undefined && !(Number.isInteger(times) && times >= 1))
    invalidArgument('times', mustBe('an integer of 1 or more', times));
  if (after !== undefined && !(Number.isInteger(after) && after >= 0))
    invalidArgument('after', mustBe('an integer of 0 or more', after));
  if (probability !== undefined && !(probability >= 0 && probability <= 1))
    invalidArgument('probability', mustBe('from 0 to 1', probability));
}

function checkFault(fault: Fault): void {
  const { kind, status }: { readonly kind?: unknown; readonly status?: unknown } = Object(fault);
  if (!faultKinds.includes(String(kind)))
    invalidArgument('fault.kind', mustBe(`one of ${faultKinds.join(', ')}`, kind));
  checkKeys(fault, { kind: true, ...kinds[fault.kind] }, 'fault.');
  if (fault.kind === 'tampered') checkKeys(fault.change, changeKeys, 'fault.change.');
  if (fault.kind === 'rate-limited') checkKeys(fault.retryAfter, waitKeys, 'fault.retryAfter.');
  const isStatus = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;
  if (status === undefined ? fault.kind === 'status' : !isStatus)
    invalidArgument('fault.status', mustBe('an integer from 200 to 599', status));
  if (fault.kind !== 'truncated' || fault.share === undefined) return;
  if (!(fault.share >= 0 && fault.share <= 1)) invalidArgument('fault.share', mustBe('from 0 to 1', fault.share));
}
