import { addressToHex, toAddress, toEvmAddress } from '@coin/rpc/address';
import { argumentOrInput, type Session } from '../session.ts';

/** `coin address`: the forms of an address. */
export async function showAddress(session: Session, { address }: { readonly address?: string }) {
  const base58 = toAddress(await argumentOrInput(session, address, 'address'));
  return { base58, hex: addressToHex(base58), evm: toEvmAddress(base58) };
}
