import { stringMember } from '../../json/json-value.ts';
import { printInt64 } from '../../json/protobuf-printer.ts';
import { bodyRules, parseJsonObject } from '../../json/read-json.ts';
import { toJavaException } from '../../json/request-errors.ts';
import { brokerageOf } from '../../ledger/voting/reward-records.ts';
import { queryReward } from '../../ledger/voting/voter-rewards.ts';
import { base58Bytes, pairedHexBytes } from '../../message/request-arguments.ts';
import { readParameters, type NodeRequest } from '../../message/request.ts';
import { getAndPost, type Endpoint, type RequestContext } from './endpoint.ts';

/** Source: docs/protocol/rewards.md, Answers. */
export const rewardEndpoints: readonly Endpoint[] = [
  {
    name: 'getReward',
    solid: true,
    ...getAndPost((context) =>
      forAddress(context, {
        key: 'reward',
        value: (address) => queryReward(context.state, address),
        print: (reward) => printInt64(reward, readParameters(context.request)),
      }),
    ),
  },
  {
    name: 'getBrokerage',
    solid: true,
    ...getAndPost((context) =>
      forAddress(context, {
        key: 'brokerage',
        value: (address) => brokerageOf(context.state, address),
        print: String,
      }),
    ),
  },
];

interface Answer {
  readonly key: string;
  readonly value: (address: string) => bigint | number;
  readonly print: (value: bigint | number) => string;
}

/**
 * The first characters determine the notation. A missing address gives 0, and so does base58check that does not decode.
 */
function forAddress({ request }: RequestContext, { key, value, print }: Answer): string {
  const text = addressText(request);
  if (text === undefined || text.trim() === '') return `{"${key}": ${print(0)}}`;
  try {
    const address = text.startsWith('41') ? pairedHexBytes(text) : base58Bytes(text);
    return `{"${key}": ${print(address === '' ? 0 : value(address))}}`;
  } catch (error) {
    const { javaClass, message } = toJavaException(error);
    if (!/\.(DecoderException|IllegalArgumentException|NumberFormatException)$/.test(javaClass)) throw error;
    return `{"Error": "INVALID address, ${message}"}`;
  }
}

/** The node joins the lines of a body without line breaks. */
function addressText(request: NodeRequest): string | undefined {
  const { method, contentType, body } = request;
  if (method !== 'POST') return readParameters(request).get('address');
  if (contentType === undefined || contentType.trim() === '') return undefined;
  if (contentType.includes('application/x-www-form-urlencoded')) return readParameters(request).get('address');
  const text = body.replace(/[\r\n]/g, '');
  const json = text.trim() === '' ? undefined : parseJsonObject(text, bodyRules);
  return json && stringMember(json, 'address');
}
