import { describe, expect, test } from 'vitest';
import { parseMessage } from '../../src/json/protobuf-parser.ts';
import { composeMessage, printMessage } from '../../src/json/protobuf-printer.ts';
import { composeBlock } from '../../src/message/block-json.ts';
import { composeBuiltTransaction, composeTransaction, packTransaction } from '../../src/message/transaction-json.ts';
import {
  AccountNetMessage,
  AccountResourceMessage,
  ChainParameters,
  DelegatedResourceList,
  EstimateEnergyMessage,
  NumberMessage,
  PricesResponseMessage,
  ProposalList,
  SmartContractDataWrapper,
  WitnessList,
} from '../../src/protocol/messages/api-messages.ts';
import {
  Account,
  Block,
  DelegatedResourceAccountIndex,
  Proposal,
  SmartContract,
  TransactionInfo,
} from '../../src/protocol/messages/messages.ts';
import { type MessageSchema } from '../../src/protocol/messages/schema.ts';
import { readRecording, type Exchange } from '../support/recordings.ts';

const printed: Readonly<Record<string, MessageSchema<unknown>>> = {
  getaccount: Account,
  getaccountresource: AccountResourceMessage,
  getaccountnet: AccountNetMessage,
  gettransactioninfobyid: TransactionInfo,
  getchainparameters: ChainParameters,
  listwitnesses: WitnessList,
  estimateenergy: EstimateEnergyMessage,
  getenergyprices: PricesResponseMessage,
  listproposals: ProposalList,
  getproposalbyid: Proposal,
  getdelegatedresourcev2: DelegatedResourceList,
  getdelegatedresourceaccountindexv2: DelegatedResourceAccountIndex,
  getnextmaintenancetime: NumberMessage,
};
const composed: Readonly<Record<string, MessageSchema<unknown>>> = {
  getcontract: SmartContract,
  getcontractinfo: SmartContractDataWrapper,
};

/** An answer printed again from its parsed message; undefined for an answer without one. */
function reprint({ path, body, answer }: Exchange): string | undefined {
  const endpoint = path.replace(/\?.*$/, '').split('/').at(-1) ?? '';
  const visible = /"visible": ?(true|"true")/.test(body ?? '') || path.includes('visible=true');
  const options = { visible };
  const schema = printed[endpoint];
  if (schema !== undefined) return printMessage(schema, parseMessage(schema, answer, options) as object, options);
  const wrapper = composed[endpoint];
  if (wrapper !== undefined) return composeMessage(wrapper, parseMessage(wrapper, answer, options) as object, options);
  if (answer.startsWith('{"blockID"') && !answer.includes('3078303030')) return reprintBlock(answer, options);
  const isBuilt = answer.includes('"visible":');
  const transaction = /^\{.*"raw_data_hex":"[0-9a-f]+"\}$/s.test(answer) && !answer.startsWith('{"result"');
  if (!transaction) return undefined;
  const message = packTransaction({ text: answer, json: undefined, ...options });
  return isBuilt ? composeBuiltTransaction(message, options) : composeTransaction(message, options);
}

function reprintBlock(answer: string, options: { readonly visible: boolean }): string {
  const { blockID, transactions, ...header } = JSON.parse(answer) as {
    blockID: string;
    transactions?: readonly object[];
  };
  const block = {
    ...parseMessage(Block, JSON.stringify(header), options),
    transactions: (transactions ?? []).map((transaction) =>
      packTransaction({ text: JSON.stringify(transaction), json: undefined, ...options }),
    ),
  };
  return composeBlock({ id: blockID, block }, options);
}

describe.each(['mainnet', 'private'] as const)('answers recorded on %s', (name) => {
  const answers = readRecording(name).exchanges.filter(
    ({ status, answer }) => status === 200 && answer.startsWith('{') && !answer.startsWith('{"Error"'),
  );

  test('are equal byte for byte when parsed and printed again', () => {
    const reprinted = answers.map((exchange) => ({
      exchange,
      text: reprint({ ...exchange, answer: exchange.answer.trimEnd() }),
    }));
    const checked = reprinted.filter(({ text }) => text !== undefined);
    for (const { exchange, text } of checked)
      expect(`${exchange.id} ${text}`).toBe(`${exchange.id} ${exchange.answer.trimEnd()}`);
    expect(checked.length).toBeGreaterThan(280);
  });
});
