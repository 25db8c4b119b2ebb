import { type FeeLine } from '@coin/fee/resources';
import { toAddress } from '@coin/rpc';
import { type Action } from '../accounts/actions.ts';
import { actionsField } from '../accounts/view.ts';
import { type AddressFields, textField, writeAddress } from '../address/address-state.ts';
import { type TableData } from '../chart/chart-data.ts';
import { coin, count } from '../format.ts';
import { flattenJson } from '../transaction/compare-transactions.ts';
import { describeField } from '../transaction/describe-field.ts';
import { contractOf } from './contract-of.ts';
import { type OpenedPasted, type PastedChoice, type PastedResult } from './model.ts';
import { MOST_CHARACTERS, readPasted } from './read-pasted.ts';
import { type ChainOutcome } from './send-to-chain.ts';

/** What the address of the panel holds: what was pasted, and what has happened on the chain. */
export interface PastedState {
  text: string;
  actions: readonly Action[];
}

export const pastedFields: AddressFields<PastedState> = {
  text: textField({ maxLength: MOST_CHARACTERS }),
  actions: actionsField,
};

/** The choice that a state stands for, or what is wrong with the text. */
export function pastedChoice({ text, actions }: PastedState): PastedChoice | { readonly problem: string } {
  const pasted = readPasted(text);
  return 'problem' in pasted ? pasted : { text, actions };
}

/** The query of the panel that shows a transaction of the chain after some actions. */
export const pastedQuery = (text: string, actions: readonly Action[]): string =>
  `?panel=pasted&${writeAddress(pastedFields, { text, actions })}`;

/** The arguments of a token's `transfer`, which most calls are. */
const TOKEN_TRANSFER = /^a9059cbb0{24}(?<to>[\da-f]{40})(?<amount>[\da-f]{64})$/;

function callText(data: unknown): string | undefined {
  const { to = '', amount = '' } = (typeof data === 'string' && TOKEN_TRANSFER.exec(data)?.groups) || {};
  return to === ''
    ? undefined
    : `transfer of ${count(BigInt(`0x${amount}`))} units of the token to ${toAddress(`41${to}`)}`;
}

/** The fields of the contract: as they are described where they are known, or as the JSON has them. */
function contractRows({ bytes, transaction }: OpenedPasted): readonly (readonly [string, string])[] {
  const start = 'contract[0].parameter.value.';
  const known = bytes.fields.filter(({ path, value }) => path.startsWith(start) && value !== undefined);
  if (known.length > 0) return known.map((field) => [field.path.slice(start.length), describeField(field)]);
  return flattenJson(contractOf(transaction.rawData).value);
}

const PRESENT = new Map([
  ['expiration', 'Valid until'],
  ['timestamp', 'Created'],
  ['ref_block_bytes', 'Reference block, the end of its number'],
  ['ref_block_hash', 'Reference block, from its id'],
  ['data', 'Memo'],
  ['contract[0].Permission_id', 'Permission'],
]);

function signerRows(signers: OpenedPasted['signers']): readonly (readonly [string, string])[] {
  if ('problem' in signers) return [['Signatures', `not of this transaction: ${signers.problem}`]];
  if (signers.length === 0) return [['Signatures', 'none']];
  return signers.map((signer, index) => [`Signature ${index + 1}`, `by ${signer}`]);
}

/** What a transaction says, in words. */
export function factsTable(opened: OpenedPasted): TableData {
  const { transaction, bytes, signers } = opened;
  const { type, value } = contractOf(transaction.rawData);
  const call = type === 'TriggerSmartContract' ? callText(value['data']) : undefined;
  const { feeLimit } = transaction;
  return {
    head: ['Of the transaction', 'Value'],
    rows: [
      ['Id', transaction.txID],
      ['Contract', type],
      ...contractRows(opened),
      ...(call === undefined ? [] : [['The call', call]]),
      ['Fee limit', feeLimit === undefined ? 'none, because no contract runs' : `${coin(feeLimit)} coin`],
      ...bytes.fields.flatMap((field) => {
        const name = PRESENT.get(field.path);
        return name === undefined ? [] : [[name, describeField(field)]];
      }),
      ...signerRows(signers),
    ],
  };
}

const PARTS: Readonly<Record<FeeLine['part'], string>> = {
  call: 'Energy',
  path: 'Energy that was not planned',
  penalty: 'Energy of the penalty',
  factor: 'Energy of a higher factor',
  bandwidth: 'Bandwidth',
  account: 'A new account',
  memo: 'Memo',
  signatures: 'More than one signature',
  other: 'Price of this kind of transaction',
};

const PAYERS: Readonly<Record<FeeLine['by'], string>> = {
  coin: 'coin',
  stake: 'stake',
  deployer: 'the deployer’s stake',
  free: 'free bandwidth',
  'stake-or-free': 'stake or free bandwidth',
};

/** The parts of a fee, which add up to it. */
export const feeTable = ({ lines, fee }: Extract<ChainOutcome, { status: 'executed' }>): TableData => ({
  head: ['Part', 'Quantity', 'Paid by', 'Fee, coin'],
  rows: [
    ...lines.map(({ part, by, quantity, amount }) => [
      PARTS[part],
      quantity === undefined ? '–' : count(quantity),
      PAYERS[by],
      coin(amount),
    ]),
    ['All', '–', '–', coin(fee)],
  ],
});

/** What the chain makes of it: a title, whether it is good, and a text. */
export interface ShownOutcome {
  readonly title: string;
  readonly text: string;
  readonly isGood: boolean;
  readonly table?: TableData;
}

const EXPLANATIONS: Readonly<Record<string, string>> = {
  SIGERROR: 'A signature is missing, or it is not by a key of the owner.',
  TAPOS_ERROR: 'It refers to a block that this chain does not have, so it was made for another chain.',
  TRANSACTION_EXPIRATION_ERROR: 'It has expired, or is valid for too long.',
  DUP_TRANSACTION_ERROR: 'The chain has it already.',
  CONTRACT_VALIDATE_ERROR: 'The state of the chain does not allow it.',
};

function shownOutcome(title: string, outcome: ChainOutcome): ShownOutcome {
  if (outcome.status === 'rejected') {
    const explained = EXPLANATIONS[outcome.code];
    const said = `${outcome.code}: ${outcome.message.replace(/\.$/, '')}.`;
    const text = explained === undefined ? said : `${said} ${explained}`;
    return { title: `${title}: rejected`, text, isGood: false };
  }
  const { blockNumber, succeeded, result, reason, energy, bandwidth, fee } = outcome;
  const used = `${count(bandwidth)} bandwidth and ${count(energy)} energy, and burns ${coin(fee)} coin`;
  const ended = succeeded ? `It takes effect in block ${blockNumber}` : `It fails in block ${blockNumber} (${result})`;
  const why = reason === undefined ? '' : ` The node says: ${reason}.`;
  return {
    title: `${title}: ${succeeded ? 'succeeds' : 'fails'}`,
    text: `${ended}, uses ${used}.${why}`,
    isGood: succeeded,
    table: feeTable(outcome),
  };
}

/** What the chain makes of a transaction, as it is and as its owner could send it. */
export function shownOutcomes({ happened, asItIs, asOwner }: OpenedPasted): readonly ShownOutcome[] {
  return [
    ...(happened === undefined ? [] : [shownOutcome('In this chain', happened)]),
    ...(asItIs === undefined ? [] : [shownOutcome('Sent to this chain as it is', asItIs)]),
    ...(asOwner === undefined ? [] : [shownOutcome('Signed by its owner for this chain now', asOwner)]),
  ];
}

export const missingText = ({ missing }: PastedResult): string =>
  missing === undefined
    ? ''
    : `This chain has no transaction ${missing}. An id alone says nothing about another network: paste the bytes.`;
