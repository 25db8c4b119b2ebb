import { type SmallUnits, type Address } from '@coin/units';
import { addressFromWord } from '../address/address.ts';
import { type Transaction } from '../transaction/transaction.ts';

/** The payer and the recipient of a proven payment. */
export interface ProvenTransfer {
  readonly from: Address;
  readonly to: Address;
}

/** The payment that a successful transaction's own bytes state. */
export type ProvenPayment =
  /** Small units of coin. */
  | (ProvenTransfer & { readonly kind: 'transfer'; readonly amount: SmallUnits })
  /** Units of a TRC-10 token. */
  | (ProvenTransfer & { readonly kind: 'asset'; readonly tokenId: string; readonly amount: bigint })
  /** Units of a TRC-20 token, if you trust its contract's code to move the amount that `transfer` states. */
  | (ProvenTransfer & { readonly kind: 'token'; readonly token: Address; readonly amount: bigint });

/** A call of `transfer(address,uint256)`: its selector, an address without bits before it, and an amount. */
const TOKEN_TRANSFER = /^a9059cbb0{24}([\da-f]{40})([\da-f]{64})$/;

interface Fields {
  readonly owner_address: Address;
  readonly to_address: Address;
  readonly contract_address: Address;
  readonly amount: bigint;
  readonly asset_name: string;
  readonly data?: string;
}

/**
 * The payment in a transaction's own bytes; undefined for any other kind of transaction.
 *
 * Source: docs/protocol/transfers.md, Protobuf shapes.
 */
export function paymentIn({ rawData }: Transaction): ProvenPayment | undefined {
  const [{ type, parameter }] = rawData['contract'] as unknown as readonly [
    { readonly type: string; readonly parameter: { readonly value: Fields } },
  ];
  const { owner_address: from, to_address: to, amount, ...fields } = parameter.value;
  if (type === 'TransferContract') return { kind: 'transfer', from, to, amount };
  if (type === 'TransferAssetContract') return { kind: 'asset', tokenId: fields.asset_name, from, to, amount };
  const [, word, digits] = (type === 'TriggerSmartContract' && TOKEN_TRANSFER.exec(fields.data ?? '')) || [];
  if (word === undefined) return undefined;
  return {
    kind: 'token',
    token: fields.contract_address,
    from,
    to: addressFromWord(word),
    amount: BigInt(`0x${digits}`),
  };
}
