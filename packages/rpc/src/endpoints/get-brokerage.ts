import { object } from 'zod/mini';
import { toAddress } from '../address/address.ts';
import { requireField, unexpectedAnswer } from '../transport/answer/check-answer.ts';
import { optionalInteger } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';
import { type GetAccountArgs } from './get-account.ts';

const PATH = '/wallet/getBrokerage';

const schema = /* @__PURE__ */ object({ brokerage: optionalInteger });

/**
 * Reads which percentage of its rewards a witness keeps in the current cycle, 0 to 100.
 *
 * It is 20 for any account that never set it, whether it is a witness or not.
 *
 * Source: docs/protocol/rewards.md, Answers.
 *
 * @param args - `address`: base58check or 41-hex
 * @throws `ADDRESS_INVALID`; `RESPONSE_INVALID` when the number is missing or not a percentage; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getBrokerage } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await getBrokerage(client, { address: '41018d106f70d56b009c5d0472d6a2634a90428700' }); // => 20
 * ```
 */
export async function getBrokerage(
  client: NodeClient,
  args: GetAccountArgs,
  options?: ReadStateOptions,
): Promise<number> {
  const { answer, source } = await queryNode(
    client,
    { path: PATH, body: { address: toAddress(args.address) }, schema },
    options,
  );
  const percent = requireField(source, 'brokerage', answer.brokerage);
  if (percent < 0 || percent > 100) throw unexpectedAnswer(source, 'brokerage', String(percent));
  return percent;
}
