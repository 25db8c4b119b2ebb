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
  const { raw_data_hex: hex, visible: shown } = JSON.parse(answer) as Record<string, unknown>;
  if (hex === undefined) return undefined;
  const message = packTransaction({ text: answer, json: undefined, ...options });
  return shown === undefined ? composeTransaction(message, options) : composeBuiltTransaction(message, options);
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

describe.each(['mainnet-482', 'private-482'] as const)('answers recorded on %s', (name) => {
  const answers = readRecording(name).exchanges.filter(
    ({ status, answer }) => status === 200 && answer.startsWith('{') && !answer.startsWith('{"Error"'),
  );

  test('are the same JSON when parsed and printed again, and those of the protobuf printer the same text', () => {
    const reprinted = answers.map((exchange) => ({
      exchange,
      text: reprint({ ...exchange, answer: exchange.answer.trimEnd() }),
    }));
    const checked = reprinted.filter(({ text }) => text !== undefined);
    for (const { exchange, text = '' } of checked) {
      const answer = exchange.answer.trimEnd();
      if (answer.startsWith('{"') && !/^\{"\w+": /.test(answer))
        expect(JSON.parse(text), exchange.id).toEqual(JSON.parse(answer));
      else expect(`${exchange.id} ${text}`).toBe(`${exchange.id} ${answer}`);
    }
    expect(checked.length).toBeGreaterThan(280);
  });
});
