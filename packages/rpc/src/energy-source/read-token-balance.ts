import { type Address } from '@coin/units';
import { addressToHex, toAddress } from '../address/address.ts';
import { triggerConstantContract } from '../endpoints/trigger-constant-contract.ts';
import { unexpectedAnswer } from '../transport/answer/check-answer.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

export async function readTokenBalance(
  client: NodeClient,
  { token, holder }: { readonly token: Address; readonly holder: Address },
  options?: CallOptions,
): Promise<bigint> {
  const parameter = addressToHex(toAddress(holder)).slice(2).padStart(64, '0');
  const call = { owner: holder, contract: token, functionSelector: 'balanceOf(address)', parameter };
  const { constantResult } = await triggerConstantContract(client, call, options);
  if (/^[\da-f]{64}$/.test(constantResult)) return BigInt(`0x${constantResult}`);
  const source = { path: '/wallet/triggerconstantcontract', endpoint: client.endpoint };
  throw unexpectedAnswer(source, 'constant_result', 'not a balance');
}
