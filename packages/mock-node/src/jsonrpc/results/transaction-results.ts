import { type TransactionInfoMessage, type TransactionMessage } from '../../protocol/messages/messages.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { type State } from '../../state/root.ts';
import { type Json } from '../envelope/json-text.ts';
import { addressData, data, quantity, zeros } from '../values/quantities.ts';
import { amountOf, callDataOf, ownerOf, recipientOf } from './contract-fields.ts';
import { energyPriceAt, energyUsed, type MinedTransaction } from './mined-block.ts';

/** A transaction of a block. Source: docs/protocol/json-rpc.md, Transactions. */
export function minedTransactionResult(state: State, mined: MinedTransaction): Json {
  const { block, index, id, message, info } = mined;
  const shown = sharedFields(state, id, message, info);
  return {
    blockHash: data(block.id),
    blockNumber: quantity(block.number),
    from: block.number === 0 ? zeros(20) : shown.from,
    gas: quantity(energyUsed(mined)),
    gasPrice: quantity(energyPriceAt(state, block.timestamp)),
    ...shown.middle,
    transactionIndex: quantity(index),
    ...shown.end,
  };
}

/** A transaction that no block contains yet. */
export function pendingTransactionResult(state: State, id: Hex, message: TransactionMessage): Json {
  const { from, middle, end } = sharedFields(state, id, message, undefined);
  return {
    blockHash: '0x',
    blockNumber: '0x',
    from,
    gas: quantity(0),
    gasPrice: '0x',
    ...middle,
    transactionIndex: '0x',
    ...end,
  };
}

/** Every transaction has a contract, because the node accepts no other. */
function sharedFields(state: State, id: Hex, message: TransactionMessage, info: TransactionInfoMessage | undefined) {
  const [contract] = message.raw_data?.contract ?? [];
  const { r, s, v } = signatureOf(message);
  const parties =
    contract === undefined
      ? { from: zeros(20), to: zeros(20), value: quantity(0), input: data('') }
      : {
          from: addressData(ownerOf(contract)),
          to: addressData(recipientOf(contract)),
          value: quantity(amountOf(state, contract, info)),
          input: data(callDataOf(contract)),
        };
  const { from, to, value, input } = parties;
  return {
    from,
    middle: { hash: data(id), input, nonce: quantity(0), r, s, to },
    end: { type: quantity(0), v, value },
  };
}

interface Signature {
  readonly r: string;
  readonly s: string;
  readonly v: string;
}

/** The first signature. The recovery bit is a signed byte, of 27 or more. */
function signatureOf({ signature: [first] }: TransactionMessage): Signature {
  if (first === undefined) return { r: zeros(32), s: zeros(32), v: zeros(1) };
  const last = BigInt.asIntN(8, BigInt(`0x${first.slice(128, 130)}`));
  const v = last < 27n ? BigInt.asIntN(8, last + 27n) : last;
  return { r: data(first.slice(0, 64)), s: data(first.slice(64, 128)), v: quantity(v) };
}
