import { integerArgument, readArgument } from '../encoding/arguments.ts';
import { stringifyJson } from '../encoding/json.ts';
import { isRpcError, isRpcErrorCode, RpcError } from '../errors.ts';
import { readAnswer } from './answer/read-answer.ts';
import { createRequest, type Attempt } from './attempts.ts';
import { runCallback } from './callback.ts';
import { copyError, readProperty } from './copy-error.ts';
import { type Secrets } from './secrets.ts';
import { type EndpointOptions, type OutgoingRequest } from './transport-options.ts';
import { type Transport } from './transport.ts';

interface Carrier {
  /** Origin only: a path or a query may hold a key. */
  readonly label: string;
  readonly send: (request: OutgoingRequest) => Promise<Response>;
  readonly secrets?: Secrets;
}

/** JavaScript engines have no longer ones. */
const LONGEST_TEXT = 2 ** 29;

/** The known reason for a broken connection. `fetch` gives it as the error's cause, if at all. */
function reasonOf(error: unknown): string | undefined {
  const cause = readProperty(error, 'cause') ?? error;
  const texts = [readProperty(cause, 'message'), readProperty(cause, 'code'), cause];
  return texts.find((text): text is string => typeof text === 'string' && text !== '');
}

/** An error of this client, or one that a carrier throws in its name, with anything in its context. */
const isOwnError = (error: unknown): error is RpcError => isRpcError(error) && isRpcErrorCode(error.code);

/** An error of an answer without the endpoint's secrets, which a gateway may have repeated. */
function maskError(error: RpcError, mask: (text: string) => string): RpcError {
  const context = Object(readProperty(error, 'context')) as object;
  const texts = Object.keys(context)
    .map((key) => [key, readProperty(context, key)] as const)
    .filter(([, value]) => Object(value) !== value)
    .map(([key, value]) => [key, typeof value === 'string' && key !== 'path' ? mask(value) : value]);
  const retryAfterMs = readProperty(error, 'retryAfterMs');
  const endpoint = readProperty(error, 'endpoint');
  return new RpcError(error.code, Object.fromEntries(texts) as typeof error.context, {
    retryable: readProperty(error, 'retryable') === true,
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
    ...(typeof endpoint === 'string' && { endpoint: mask(endpoint) }),
  });
}

/** Whether an answer says that it is JSON and cannot be parsed. */
const isBrokenJson = (error: unknown): boolean =>
  isRpcError(error, 'RESPONSE_NOT_JSON') && /json/i.test(error.context.contentType);

const NO_SECRETS: Secrets = { hideIn: (answer) => answer, mask: (text) => text };

/** Creates the transport to one endpoint. `send` carries its requests. */
export function createEndpoint(
  options: EndpointOptions,
  { label, send, secrets: { hideIn, mask } = NO_SECRETS }: Carrier,
): Transport {
  const { limits = [], hooks = {}, maxResponseBytes = 2 ** 24 } = options;
  integerArgument('maxResponseBytes', maxResponseBytes, { min: 1, max: LONGEST_TEXT });

  /** Sends one request and reads the answer to its end: no retry. */
  const exchange = async (
    attempt: Attempt,
    { path, body, number, onSend }: { path: string; body: string; number: number; onSend: (() => void) | undefined },
  ): Promise<unknown> => {
    const { signal } = attempt;
    const source = { path, endpoint: label };
    const event = { ...source, attempt: number };
    const releases: ((() => void) | void)[] = [];
    const release = () => releases.splice(0).forEach((leave) => leave?.());
    let callbackFailure: unknown;
    /** An error from a hook or a limit is the caller's own and stays unchanged. */
    const callBack = (callback: string, run: () => unknown) =>
      runCallback({ callback, path }, run).catch((error: unknown) => {
        callbackFailure = error;
        throw error;
      });

    const receive = async (): Promise<unknown> => {
      const started = Date.now();
      const response = await send({ path, body, signal });
      const { status } = response;
      const elapsedMs = Date.now() - started;
      await callBack('hooks.response', () => hooks.response?.({ ...event, status, elapsedMs }));
      return readAnswer(response, source, { limitBytes: maxResponseBytes, signal, hideIn });
    };

    try {
      for (const limit of limits) {
        // A carrier may ignore the signal, so its place is freed immediately.
        signal.addEventListener('abort', release);
        await callBack('limits', async () => releases.push(await limit(signal)));
      }
      await callBack('hooks.request', () => hooks.request?.({ ...event, body }));
      signal.throwIfAborted();
      attempt.sentTo = label;
      onSend?.();
      return await receive();
    } catch (error) {
      if (isOwnError(error)) throw error === callbackFailure ? error : maskError(error, mask);
      const cause = copyError(error, mask);
      throw new RpcError(
        'NETWORK_FAILED',
        { path, reason: mask(reasonOf(error) ?? 'unknown') },
        { ...source, retryable: true, cause },
      );
    } finally {
      release();
    }
  };

  /** The endpoint asked for no request before then, in milliseconds since 1970. */
  let notBefore = 0;
  const transport: Transport = {
    endpoint: label,
    request: createRequest(options, {
      endpoints: 1,
      begin: ({ path, body, options: { fallbackBody, check, onSend, attempt: first = 0 } }) => {
        const text = readArgument('body', body, () => stringifyJson(body));
        return {
          failed(error) {
            notBefore = Math.max(notBefore, Date.now() + (error.retryAfterMs ?? 0));
          },
          next: ({ retryable }) => (retryable ? { endpoint: label, isTried: true, notBefore } : undefined),
          async send(attempt) {
            const request = { path, body: text, number: first + attempt.number, onSend };
            const json = await exchange(attempt, request).catch((error: unknown) => {
              if (fallbackBody === undefined || !isBrokenJson(error)) throw error;
              return exchange(attempt, { ...request, body: stringifyJson(fallbackBody()) });
            });
            const answer = { json, endpoint: label, source: transport };
            try {
              check?.(answer);
            } catch (error) {
              // Whatever else a check throws is found where the answer is read.
              if (isRpcError(error, 'RESPONSE_INVALID')) throw maskError(error, mask);
            }
            return answer;
          },
        };
      },
    }),
  };
  return transport;
}
