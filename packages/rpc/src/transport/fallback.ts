import { argumentInvalid, hexArgument, rejectUnknown } from '../encoding/arguments.ts';
import { isRpcError, RpcError, callbackFailed } from '../errors.ts';
import { unexpectedAnswer } from './answer/check-answer.ts';
import { isBroadcast, wasRejected } from './broadcast.ts';
import { checkCallOptions, retriesOption, timeOption } from './call-options.ts';
import { toTransport } from './http.ts';
import { pathOf, readsSolidState } from './request-path.ts';
import { retryRounds } from './retry-rounds.ts';
import { type NodeAnswer, type RequestOptions, type Transport, type TransportSource } from './transport.ts';

/** Options of {@link fallback}. */
export interface FallbackOptions {
  /** Limit of a whole call in milliseconds, 10,000 by default. Each transport gets an equal share of it. */
  readonly timeoutMs?: number;
  /** The number of times that all transports are tried again after each has failed, up to 1000; 1 by default. */
  readonly retries?: number;
  /** The time for which a failed endpoint is avoided while others answer; 30,000 ms by default. */
  readonly cooldownMs?: number;
  /**
   * Genesis block id of the network, 64 hex digits: endpoints of another are not used. Without it the first endpoint
   * that answers decides for as long as the transport lives.
   */
  readonly genesisId?: string;
  /** Called when another endpoint has answered in place of the one in use, which failed with this error. */
  readonly onSwitch?: (event: { from: string; to: string; error: RpcError }) => void;
}

/** One of several transports of a network. Times in milliseconds since 1970. */
interface Member {
  readonly transport: Transport;
  /** The paths at which it was found to be of the network: one for each state. */
  readonly checkedPaths: Set<string>;
  /** Others are preferred until then. */
  restUntil: number;
  /** It asked for no request before then. */
  waitUntil: number;
  lastError?: RpcError;
}

/** The members that failed during one call, and how they failed last. */
type Failures = Map<Member, RpcError>;

/** Codes of an endpoint that cannot be used. With any other, it has answered or was not asked. */
const ENDPOINT_FAILURES =
  /^(?:TIMEOUT|NETWORK_FAILED|HTTP_STATUS|UNAUTHORIZED|RATE_LIMITED|REQUEST_TOO_LARGE|NOT_SUPPORTED|RESPONSE_\w+|ENDPOINT_MISMATCH|NODES_DISAGREE|CLOCK_WRONG|NODE_LAGS)$/;

/**
 * Chooses the failure that a call rejects with, among those of its endpoints. A wrong configuration comes first,
 * because every other call fails too. Then come a node's answer that it lacks the path, the temporary failure that ends
 * soonest, and the first failure.
 */
function chooseFailure(errors: readonly RpcError[]): RpcError | undefined {
  const waitOf = ({ retryAfterMs = 0 }: RpcError) => retryAfterMs;
  const [soonest] = errors.filter(({ retryable }) => retryable).sort((a, b) => waitOf(a) - waitOf(b));
  return (
    errors.find(({ code }) => code === 'ENDPOINT_MISMATCH') ??
    errors.find(({ code }) => code === 'NOT_SUPPORTED') ??
    soonest ??
    errors[0]
  );
}

/**
 * Creates a transport over several of one network. It uses the first as long as that answers, then the next. Each is
 * asked once, without retries of its own, before any is asked again. A broadcast whose answer is lost goes to no other.
 *
 * Before it first uses a transport, and again before it first reads the solid state from it, it reads block 0: a
 * transport of another network is not used. Set limits, keys and hooks on the individual transports.
 *
 * Source: docs/protocol/checked-answers.md, Another endpoint or an error.
 *
 * @param transports - transports, URLs or mock nodes, in order of preference
 * @param options - see {@link FallbackOptions}
 * @throws `ARGUMENT_INVALID` when there is no transport, or an option is out of range
 *
 * @example
 * ```ts
 * import { createNodeClient, fallback, http } from '@coin/rpc';
 *
 * const transport = fallback([http('https://first.example', { apiKey: 'my key' }), http('https://second.example')]);
 * createNodeClient({ transport }).endpoint; // => 'https://first.example'
 * ```
 */
export function fallback(transports: readonly TransportSource[], options: FallbackOptions = {}): Transport {
  rejectUnknown(options, ['timeoutMs', 'retries', 'cooldownMs', 'genesisId', 'onSwitch']);
  const { timeoutMs: defaultTimeoutMs = 10_000, retries: defaultRetries = 2, cooldownMs = 30_000, onSwitch } = options;
  const members = transports.map((source): Member => ({
    transport: toTransport(source),
    checkedPaths: new Set(),
    restUntil: 0,
    waitUntil: 0,
  }));
  const [first] = members;
  if (first === undefined) throw argumentInvalid('transports', transports, 'a list of at least one transport');
  timeOption('timeoutMs', defaultTimeoutMs);
  retriesOption('retries', defaultRetries);
  timeOption('cooldownMs', cooldownMs, 0);
  let current = first;
  let network =
    options.genesisId === undefined ? undefined : hexArgument('genesisId', options.genesisId, { bytes: 32 });

  /**
   * The members to ask in this order: the one in use as long as it answers, so a client reads its own writes; those that
   * rest last. One that has failed for good in the call is left out, and one that asked to wait, unless all did.
   */
  const candidates = (failures: Failures): Member[] => {
    const now = Date.now();
    const start = members.indexOf(current);
    const list = [...members.slice(start), ...members.slice(0, start)]
      .filter((member) => failures.get(member)?.retryable !== false)
      .sort((a, b) => Math.max(a.restUntil, now) - Math.max(b.restUntil, now));
    const ready = list.filter(({ waitUntil }) => waitUntil <= now);
    return ready.length > 0 ? ready : list.slice(0, 1);
  };

  /** Checks before the first use that an endpoint belongs to this network: another's balance would look valid. */
  const checkNetwork = async ({ transport, checkedPaths }: Member, options: RequestOptions): Promise<void> => {
    const path = pathOf('/wallet/getblockbynum', options);
    if (checkedPaths.has(path)) return;
    const unexpected = (endpoint: string, reason: string) =>
      unexpectedAnswer({ path, endpoint }, 'blockID', `${reason}, so its network is unknown`);
    const { json, endpoint } = await transport.request('/wallet/getblockbynum', { num: 0 }, options).catch((error) => {
      throw isRpcError(error, 'NODE_ERROR') ? unexpected(transport.endpoint, error.context.nodeMessage) : error;
    });
    const { blockID } = Object(json) as { blockID?: unknown };
    if (typeof blockID !== 'string' || !/^[\da-f]{64}$/i.test(blockID)) throw unexpected(endpoint, 'not 64 hex digits');
    const actual = blockID.toLowerCase();
    network ??= actual;
    if (actual !== network) throw new RpcError('ENDPOINT_MISMATCH', { expected: network, actual }, { endpoint });
    checkedPaths.add(path);
  };

  const request: Transport['request'] = async (headPath, body, call = {}) => {
    checkCallOptions(call);
    const { timeoutMs = defaultTimeoutMs, retries = defaultRetries, signal } = call;
    const path = pathOf(headPath, call);
    const state = readsSolidState(path) ? 'solid' : 'head';
    const share = Math.ceil(timeoutMs / members.length);
    const failures: Failures = new Map();

    const answered = (member: Member): void => {
      member.restUntil = 0;
      const replaced = current;
      const error = failures.get(replaced) ?? (replaced.restUntil > Date.now() ? replaced.lastError : undefined);
      if (member === replaced || error === undefined) return;
      current = member;
      try {
        onSwitch?.({ from: replaced.transport.endpoint, to: member.transport.endpoint, error });
      } catch (cause) {
        throw callbackFailed('onSwitch', path, cause);
      }
    };
    const failed = (member: Member, error: RpcError): void => {
      failures.delete(member);
      failures.set(member, error);
      member.lastError = error;
      member.waitUntil = Date.now() + (error.retryAfterMs ?? 0);
      // A member that only lacks a path stays in use for other paths.
      if (error.code !== 'NOT_SUPPORTED') member.restUntil = Math.max(member.waitUntil, Date.now() + cooldownMs);
    };

    /** Asks one transport after another, until one answers. */
    const askEach = async (leftMs: number): Promise<NodeAnswer> => {
      const deadline = Date.now() + leftMs;
      for (const member of candidates(failures)) {
        const end = Math.min(deadline, Date.now() + share);
        const once = () => ({ ...(signal && { signal }), retries: 0, timeoutMs: Math.max(1, end - Date.now()) });
        try {
          await checkNetwork(member, { ...once(), state });
          const answer = await member.transport.request(headPath, body, { ...call, ...once() });
          answered(member);
          return answer;
        } catch (error) {
          if (!isRpcError(error) || !ENDPOINT_FAILURES.test(error.code)) throw error;
          failed(member, error);
          if (isBroadcast(path) && !wasRejected(error)) throw error;
        }
      }
      throw chooseFailure([...failures.values()]);
    };
    return retryRounds({ path, retries: isBroadcast(path) ? 0 : retries, timeoutMs, signal }, askEach);
  };

  const clock = members.find(({ transport }) => transport.clock !== undefined)?.transport.clock;
  return {
    request,
    get endpoint() {
      return (candidates(new Map())[0] as Member).transport.endpoint;
    },
    ...(clock !== undefined && { clock }),
  };
}
