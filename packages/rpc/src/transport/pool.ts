import { type RpcError } from '../errors.ts';
import { type Transport } from './transport.ts';

/** One of several transports of a network. Times in milliseconds since 1970. */
export interface Member {
  readonly transport: Transport;
  /** The states in which it was found to be of the network. */
  readonly checkedStates: Set<'head' | 'solid'>;
  /** The time and the error of its last failure. */
  failedAt: number;
  lastError?: RpcError;
  /** Others are preferred until then. */
  cooldownUntil: number;
  /** It asked for no request before then. */
  retryNotBefore: number;
}

/** The members that failed during one call, and how they failed last. */
export type CallFailures = Map<Member, RpcError>;

/** The transports of one network. */
export interface Pool {
  /** The member for a call's next attempt, undefined if each has failed in the call in a way that will last. */
  readonly choose: (failures: CallFailures) => Member | undefined;
  /** Lets a failed member rest. A member that only lacks a path stays available for other paths. */
  readonly failed: (member: Member, error: RpcError) => void;
  /**
   * Switches to a member that answered if the one in use failed, in this call or another. Returns the replaced member
   * and its error.
   */
  readonly succeeded: (
    member: Member,
    call: { readonly startedAt: number; readonly failures: CallFailures },
  ) => { from: string; to: string; error: RpcError } | undefined;
}

/** Tracks which of several transports is in use, and which ones rest. */
export function createPool(transports: readonly Transport[], cooldownMs: number): Pool {
  const members = transports.map((transport): Member => ({
    transport,
    checkedStates: new Set(),
    failedAt: 0,
    cooldownUntil: 0,
    retryNotBefore: 0,
  }));
  let current = members[0] as Member;
  return {
    /**
     * The transport in use comes first until it fails, so a client reads its own writes. Next come the transports that
     * the call has not tried, those not cooling down first. Of the transports already tried, only the one that failed
     * longest ago follows, at the end.
     */
    choose(failures) {
      const now = Date.now();
      const start = members.indexOf(current);
      const [best] = [...members.slice(start), ...members]
        .filter((member) => failures.get(member)?.retryable !== false)
        .sort(
          (a, b) =>
            Math.max(a.retryNotBefore, now) - Math.max(b.retryNotBefore, now) ||
            Number(failures.has(a)) - Number(failures.has(b)) ||
            Math.max(a.cooldownUntil, now) - Math.max(b.cooldownUntil, now),
        );
      return best;
    },
    failed(member, error) {
      const now = Date.now();
      member.failedAt = now;
      member.lastError = error;
      member.retryNotBefore = Math.max(member.retryNotBefore, now + (error.retryAfterMs ?? 0));
      if (error.code !== 'NOT_SUPPORTED')
        member.cooldownUntil = Math.max(member.cooldownUntil, member.retryNotBefore, now + cooldownMs);
    },
    succeeded(member, { startedAt, failures }) {
      if (member.failedAt <= startedAt) member.cooldownUntil = 0;
      const replaced = current;
      const error = failures.get(replaced) ?? (replaced.cooldownUntil > Date.now() ? replaced.lastError : undefined);
      if (member === replaced || error === undefined) return undefined;
      current = member;
      return { from: replaced.transport.endpoint, to: member.transport.endpoint, error };
    },
  };
}

/**
 * Chooses the failure that a call rejects with, among those of its endpoints. A wrong configuration comes first,
 * because every other call fails too. Then come a node's answer that it lacks the path, the latest temporary failure,
 * and the first failure.
 */
export const chooseFailure = (errors: readonly RpcError[]): RpcError | undefined =>
  errors.find(({ code }) => code === 'ENDPOINT_MISMATCH') ??
  errors.find(({ code }) => code === 'NOT_SUPPORTED') ??
  errors.filter(({ retryable }) => retryable).at(-1) ??
  errors[0];
