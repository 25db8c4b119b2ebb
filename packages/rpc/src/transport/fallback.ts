import { arrayArgument, hexArgument, argumentInvalid, strictArgument } from '../encoding/arguments.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { unexpectedAnswer } from './answer/check-answer.ts';
import { createRequest } from './attempts.ts';
import { timeOption } from './call-options.ts';
import { runCallback } from './callback.ts';
import { toTransport } from './http.ts';
import { chooseFailure, createPool, type CallFailures, type Member } from './pool.ts';
import { type AttemptOptions, type RetryHooks } from './transport-options.ts';
import { type NodeAnswer, type RequestOptions, type Transport, type TransportSource } from './transport.ts';

/** Called as things happen, and waited for. An error that one throws ends the call as `CALLBACK_FAILED`. */
export interface FallbackHooks extends RetryHooks {
  /** Another endpoint answered in place of the one in use, which failed with this error. */
  readonly endpointSwitched?: (event: { from: string; to: string; error: RpcError }) => void;
}

/** Options of {@link fallback}. `retries` counts attempts at all its transports; their own counts are not used. */
export interface FallbackOptions extends AttemptOptions {
  /** The time for which a failed endpoint is avoided while others answer; 30,000 ms by default. */
  readonly cooldownMs?: number;
  /**
   * Genesis block id of the network, 64 hex digits: endpoints of another are not used. Without it the first endpoint
   * that answers decides for as long as the transport lives.
   */
  readonly genesisId?: string;
  readonly hooks?: FallbackHooks;
}

/**
 * Creates a transport over several of one network. It uses the first as long as that answers, then the next.
 *
 * Before it first uses a transport, and again before it first reads the solid state from it, it reads block 0: a
 * transport of another network is not used. Set limits, keys and request hooks on the individual transports.
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
  const list = arrayArgument('transports', transports).map(toTransport);
  if (list.length === 0) throw argumentInvalid('transports', transports, 'a list of at least one transport');
  options = strictArgument('options', options, [
    'cooldownMs',
    'genesisId',
    'hooks',
    'timeoutMs',
    'attemptTimeoutMs',
    'retries',
    'retryDelayMs',
  ]);
  const { hooks = {}, cooldownMs = 30_000, retries = Math.max(2, list.length - 1) } = options;
  timeOption('cooldownMs', cooldownMs, 0);
  let network =
    options.genesisId === undefined ? undefined : hexArgument('genesisId', options.genesisId, { bytes: 32 });
  const pool = createPool(list, cooldownMs);

  /**
   * Checks before the first use that an endpoint belongs to this network: a balance of another one would look valid.
   */
  const checkNetwork = async (
    { transport, checkedStates }: Member,
    options: RequestOptions & { readonly state: 'head' | 'solid' },
  ): Promise<void> => {
    const { state } = options;
    if (checkedStates.has(state)) return;
    const path = state === 'head' ? '/wallet/getblockbynum' : '/walletsolidity/getblockbynum';
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
    checkedStates.add(state);
  };

  const request = createRequest(
    { ...options, retries },
    {
      endpoints: list.length,
      begin({ headPath, path, body, options: call, timeoutMs }) {
        const failures: CallFailures = new Map();
        let member: Member;
        const state = path.startsWith('/walletsolidity/') ? 'solid' : 'head';
        return {
          async send(attempt) {
            const startedAt = Date.now();
            member = pool.choose(failures) as Member;
            const { transport } = member;
            const { signal, number } = attempt;
            const onSend = () => {
              attempt.sentTo = transport.endpoint;
              call.onSend?.();
            };
            // The attempt's own limit ends it by the signal.
            const once = { signal, timeoutMs, retries: 0, attempt: (call.attempt ?? 0) + number, onSend };
            const settle = async (used: Member) => {
              const change = pool.succeeded(used, { startedAt, failures });
              if (change === undefined) return;
              await runCallback({ callback: 'hooks.endpointSwitched', path }, () => hooks.endpointSwitched?.(change));
            };
            const used = member;
            await checkNetwork(used, { ...once, state });
            try {
              const answer: NodeAnswer = await transport.request(headPath, body, { ...call, ...once });
              await settle(used);
              return answer;
            } catch (error) {
              if (isRpcError(error, 'NODE_ERROR') || isRpcError(error, 'VALIDATION_FAILED')) await settle(used);
              throw error;
            }
          },
          failed(error, sentTo) {
            failures.delete(member);
            failures.set(member, error);
            if (sentTo !== undefined) pool.failed(member, error);
          },
          next() {
            const next = pool.choose(failures);
            return (
              next && {
                endpoint: next.transport.endpoint,
                isTried: failures.has(next),
                notBefore: next.retryNotBefore,
              }
            );
          },
          chosenError: () => chooseFailure([...failures.values()]),
        };
      },
    },
  );
  const clock = list.find((transport) => transport.clock !== undefined)?.clock;
  return {
    request,
    get endpoint() {
      return (pool.choose(new Map()) as Member).transport.endpoint;
    },
    ...(clock !== undefined && { clock }),
  };
}
