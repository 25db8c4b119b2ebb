import { ContractType } from '../../protocol/messages/enumerations.ts';
import { type State } from '../../state/root.ts';
import { type Json } from '../envelope/json-text.ts';
import { addressData, data, quantity, zeros } from '../values/quantities.ts';
import { ownerOf, recipientOf } from './contract-fields.ts';
import { energyPriceAt, energyUsed, infosBefore, type MinedTransaction } from './mined-block.ts';

/** The receipt of a transaction. Source: docs/protocol/json-rpc.md, Receipts. */
export function receiptResult(state: State, mined: MinedTransaction): Json {
  const { block, index, id, message, info } = mined;
  const before = infosBefore(block, index);
  const energyBefore = before.reduce((total, earlier) => total + energyUsed({ info: earlier }), 0n);
  const logsBefore = before.reduce((total, { log }) => total + log.length, 0);
  const [contract] = message.raw_data?.contract ?? [];
  const isCreation = contract?.type === ContractType.values.CreateSmartContract;
  const blockHash = data(block.id);
  const blockNumber = quantity(block.number);
  const transactionHash = data(id);
  const transactionIndex = quantity(index);
  return {
    blockHash,
    blockNumber,
    contractAddress: isCreation ? addressData(info?.contract_address ?? '') : null,
    cumulativeGasUsed: quantity(energyBefore + energyUsed(mined)),
    effectiveGasPrice: quantity(energyPriceAt(state, block.timestamp)),
    from: contract === undefined ? null : addressData(ownerOf(contract)),
    gasUsed: quantity(energyUsed(mined)),
    logs: (info?.log ?? []).map(({ address, topics, data: logged }, at) => ({
      address: data(address.padStart(40, '0')),
      blockHash,
      blockNumber,
      blockTimestamp: quantity(Math.trunc(block.timestamp / 1000)),
      data: data(logged),
      logIndex: quantity(logsBefore + at),
      removed: false,
      topics: topics.map(data),
      transactionHash,
      transactionIndex,
    })),
    logsBloom: zeros(256),
    status: quantity((info?.receipt?.result ?? 0) <= 1 ? 1 : 0),
    to: contract === undefined ? null : addressData(recipientOf(contract)),
    transactionHash,
    transactionIndex,
    type: quantity(0),
  };
}
