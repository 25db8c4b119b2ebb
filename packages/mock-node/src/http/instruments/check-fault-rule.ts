import { invalidArgument, mustBe } from '../../errors.ts';
import { type Fault, type FaultRule } from './faults.ts';

const kinds: { readonly [Kind in Fault['kind']]: true } = {
  status: true,
  html: true,
  empty: true,
  truncated: true,
  'content-type': true,
  replaced: true,
  'duplicate-key': true,
  error: true,
  refusal: true,
  'rate-limited': true,
  hang: true,
  'hang-in-body': true,
  'endless-body': true,
  reset: true,
  'reset-in-body': true,
  redirect: true,
  latency: true,
  stale: true,
  'lost-broadcast': true,
  tampered: true,
};

export const faultKinds: readonly string[] = /* @__PURE__ */ Object.keys(kinds);

/**
 * Checks a rule at run time, too: rules come over HTTP, where no compiler has seen them.
 *
 * @throws MockNodeError `INVALID_ARGUMENT`
 */
export function checkFaultRule({ path, fault, times, after, probability }: FaultRule): void {
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
  const isStatus = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;
  if (status === undefined ? fault.kind === 'status' : !isStatus)
    invalidArgument('fault.status', mustBe('an integer from 200 to 599', status));
  if (fault.kind !== 'truncated' || fault.share === undefined) return;
  if (!(fault.share >= 0 && fault.share <= 1)) invalidArgument('fault.share', mustBe('from 0 to 1', fault.share));
}
