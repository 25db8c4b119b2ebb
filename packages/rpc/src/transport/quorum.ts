import { argumentInvalid, integerArgument, rejectUnknown } from '../encoding/arguments.ts';
import { isRpcError, RpcError, type NodeReply } from '../errors.ts';
import { agreedPart, canonicalText, comparablePart } from './answer/same-answer.ts';
import { isBroadcast } from './broadcast.ts';
import { checkCallOptions, retriesOption, timeOption } from './call-options.ts';
import { toTransport } from './http.ts';
import { onAbort } from './on-abort.ts';
import { pathOf } from './request-path.ts';
import { retryRounds } from './retry-rounds.ts';
import { type NodeAnswer, type RequestOptions, type Transport, type TransportSource } from './transport.ts';

/** Options of {@link quorum}. */
export interface QuorumOptions {
  /** The number of transports that must give the same answer: 2 up to all. */
  readonly atLeast: number;
  /** The number of times that all transports are asked again while too few agree, up to 1000; 4 by default. */
  readonly retries?: number;
  /** Limit of a whole call in milliseconds, 10,000 by default. Each round gets a third of it. */
  readonly timeoutMs?: number;
}

/** Answers of the chain. Everything else builds or broadcasts a transaction. */
const READS = /\/(?:get|list|triggerconstantcontract|estimateenergy)/i;
/** Failures that are a node's answer: others give the same one. */
const ANSWERS = ['NODE_ERROR', 'VALIDATION_FAILED', 'NOT_SUPPORTED'];

type Ask = (transport: Transport) => Promise<NodeAnswer>;

interface Vote {
  readonly endpoint: string;
  /** Equal for equal answers; undefined for a failure that says nothing about the chain. */
  readonly key?: string | undefined;
  readonly json?: unknown;
  readonly error?: RpcError;
}

interface Poll {
  readonly path: string;
  readonly ask: Ask;
  readonly check: RequestOptions['check'];
}

async function castVote(transport: Transport, { path, ask, check }: Poll): Promise<Vote> {
  const { endpoint } = transport;
  try {
    const { json } = await ask(transport);
    const agreed = agreedPart(path, json);
    // What the caller does not read may differ: a version adds fields.
    const read = check?.({ json: agreed, endpoint, source: transport }) ?? agreed;
    return { endpoint, json: comparablePart(path, json), key: canonicalText(read) };
  } catch (thrown) {
    const error = isRpcError(thrown) ? thrown : new RpcError('NETWORK_FAILED', { path, reason: 'unknown' });
    // Versions say the same error in other words.
    return { endpoint, error, key: ANSWERS.includes(error.code) ? error.code : undefined };
  }
}

/** The error of votes of which too few are equal. */
function disagreement(path: string, atLeast: number, votes: readonly Vote[]): RpcError {
  if (votes.every(({ key }) => key === undefined)) {
    const errors = votes.map(({ error }) => error as RpcError);
    return errors.find(({ retryable }) => retryable) ?? (errors[0] as RpcError);
  }
  const replies = votes.map(({ endpoint, json, error }): NodeReply =>
    error === undefined ? { endpoint, status: 'differs', value: json } : { endpoint, status: 'failed', error },
  );
  const reason = `${path}: fewer than ${atLeast} of ${votes.length} nodes gave the same answer.`;
  return new RpcError('NODES_DISAGREE', { path, atLeast, reason, replies }, { retryable: true });
}

/** The answer that enough transports give, as soon as it is known. */
async function agreedAnswer(
  transports: readonly Transport[],
  { atLeast, ...poll }: Poll & { readonly atLeast: number },
): Promise<unknown> {
  const votes: Vote[] = [];
  const vote = await new Promise<Vote | undefined>((resolve) => {
    const count = async (transport: Transport): Promise<void> => {
      const cast = await castVote(transport, poll);
      votes.push(cast);
      const equal = votes.filter(({ key }) => key !== undefined && key === cast.key).length;
      if (equal >= atLeast) resolve(cast);
      else if (votes.length === transports.length) resolve(undefined);
    };
    for (const transport of transports) void count(transport);
  });
  if (vote === undefined) throw disagreement(poll.path, atLeast, votes);
  if (vote.error !== undefined) throw vote.error;
  return vote.json;
}

/** The first answer that is accepted, or else any answer. */
async function anyAnswer(
  transports: readonly Transport[],
  { ask, isAccepted }: { readonly ask: Ask; readonly isAccepted: (json: unknown) => boolean },
): Promise<unknown> {
  const rejected: unknown[] = [];
  const accepted = transports.map(async (transport) => {
    const { json } = await ask(transport);
    if (isAccepted(json)) return json;
    rejected.push(json);
    throw new Error('rejected');
  });
  try {
    return await Promise.any(accepted);
  } catch (error) {
    if (rejected.length > 0) return rejected[0];
    throw (error as AggregateError).errors[0];
  }
}

/**
 * A transport that believes an answer only if several nodes give it. It asks all of them at the same time.
 *
 * Nodes that are a block apart give different answers: it then asks all of them again, up to `retries` times. Prefer
 * `state: 'solid'`, where they differ less often. A transaction is built by any of the nodes, because the client
 * compares it with the request, and broadcast to all of them.
 *
 * Nodes agree in what the caller reads. Contracts that a constant call makes have other addresses on each node, and the
 * answer has those of one of them.
 *
 * Source: docs/protocol/checked-answers.md, Agreement.
 *
 * @param transports - transports, URLs or mock nodes of one network; at least 2
 * @param options - `atLeast`; `retries` (4), `timeoutMs`
 * @throws `ARGUMENT_INVALID` when an option is out of range; requests reject with `NODES_DISAGREE`
 *
 * @example
 * ```ts
 * import { createNodeClient, http } from '@coin/rpc';
 * import { quorum } from '@coin/rpc/proof';
 *
 * const nodes = ['https://a.example', 'https://b.example', 'https://c.example'].map((url) => http(url));
 * const client = createNodeClient({ transport: quorum(nodes, { atLeast: 2 }) });
 * client.endpoint; // => 'https://a.example, https://b.example, https://c.example'
 * ```
 */
export function quorum(transports: readonly TransportSource[], options: QuorumOptions): Transport {
  rejectUnknown(options, ['atLeast', 'retries', 'timeoutMs']);
  const { atLeast, retries: defaultRetries = 4, timeoutMs: defaultTimeoutMs = 10_000 } = options;
  if (transports.length < 2) throw argumentInvalid('transports', transports, 'a list of at least two transports');
  integerArgument('atLeast', atLeast, { min: 2, max: transports.length });
  retriesOption('retries', defaultRetries);
  timeOption('timeoutMs', defaultTimeoutMs);
  const members = transports.map(toTransport);
  const endpoints = () => members.map(({ endpoint }) => endpoint).join(', ');

  const clock = members.find((transport) => transport.clock !== undefined)?.clock;
  const transport: Transport = {
    async request(headPath, body, call: RequestOptions = {}) {
      checkCallOptions(call);
      const { timeoutMs = defaultTimeoutMs, retries = defaultRetries, signal } = call;
      const path = pathOf(headPath, call);
      const askAll = async (leftMs: number): Promise<unknown> => {
        const round = new AbortController();
        const stopListening = onAbort(signal, (reason) => round.abort(reason));
        const roundMs = Math.max(1, Math.min(leftMs, Math.ceil(timeoutMs / 3)));
        const once = { ...call, retries: 0, timeoutMs: roundMs, signal: round.signal };
        const ask: Ask = (each) => each.request(headPath, body, once);
        const isAccepted = (json: unknown): boolean =>
          !isBroadcast(path) || (Object(json) as { result?: unknown }).result === true;
        try {
          if (!READS.test(path)) return await anyAnswer(members, { ask, isAccepted });
          const json = await agreedAnswer(members, { path, atLeast, ask, check: call.check });
          // Slower nodes are not needed any more.
          round.abort();
          return json;
        } finally {
          stopListening();
        }
      };
      const json = await retryRounds({ path, retries: isBroadcast(path) ? 0 : retries, timeoutMs, signal }, askAll);
      return { json, endpoint: endpoints(), source: transport };
    },
    get endpoint() {
      return endpoints();
    },
    ...(clock !== undefined && { clock }),
  };
  return transport;
}
