import { triggerConstantContract, type NodeClient } from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';

/** An argument of a contract's function: an address or an amount, as 32 bytes in hex. */
export const word = (value: string | bigint): string =>
  (typeof value === 'string' ? addressToHex(value).slice(2) : value.toString(16)).padStart(64, '0');

/** How many units of a TRC-20 token an account has. Source: TIP-20. */
export async function readTokenBalance(
  client: NodeClient,
  { owner, token }: { readonly owner: string; readonly token: string },
  options: { readonly signal: AbortSignal },
): Promise<bigint> {
  const call = { owner, contract: token, functionSelector: 'balanceOf(address)', parameter: word(owner) };
  const { constantResult } = await triggerConstantContract(client, call, options);
  return BigInt(`0x${constantResult.slice(0, 64) || '0'}`);
}
