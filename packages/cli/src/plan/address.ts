import { addressToHex, toEvmAddress } from '@coin/rpc/address';
import { argumentOrInput, type Session } from '../session.ts';
import { readAddress } from '../values/address.ts';

/** `coin address`: the forms of an address. */
export async function showAddress(session: Session, { address }: { readonly address?: string }) {
  const base58 = readAddress(await argumentOrInput(session, address, 'address'));
  return { base58, hex: addressToHex(base58), evm: toEvmAddress(base58) };
}
