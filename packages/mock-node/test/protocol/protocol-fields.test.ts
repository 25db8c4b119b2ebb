// The messages of this package, compared with the protocol's definitions.
import { PROTOCOL_ENUMERATIONS, PROTOCOL_MESSAGES } from '@coin/test-kit/protocol-fields';
import { expect, test } from 'vitest';
import * as apiMessages from '../../src/protocol/messages/api-messages.ts';
import * as contractMessages from '../../src/protocol/messages/contract-messages.ts';
import { contractSchemas } from '../../src/protocol/messages/contract-schemas.ts';
import * as enumerations from '../../src/protocol/messages/enumerations.ts';
import * as messages from '../../src/protocol/messages/messages.ts';
import { type EnumSchema, type MessageSchema, type NamedField } from '../../src/protocol/messages/schema.ts';

type Schema = MessageSchema<unknown>;

const definitions: readonly (Schema | EnumSchema)[] = [messages, contractMessages, apiMessages, enumerations].flatMap(
  (file) => Object.values(file),
);

/** A message and the messages in it. */
const messagesIn = (schema: Schema): readonly Schema[] => [
  schema,
  ...schema.fields.flatMap((field) => (field.kind === 'message' ? messagesIn(field.schema) : [])),
];

const schemas = new Map(
  definitions
    .filter((schema) => 'fields' in schema)
    .flatMap(messagesIn)
    .map((schema) => [schema.name, schema]),
);

/** The protocol's type of a field. */
function typeOf(field: NamedField): string {
  if (field.kind === 'message') return field.schema.name;
  if (field.kind === 'enum') return field.enumeration.name;
  if (field.kind === 'map') return `map<${field.entry.key},${field.entry.value}>`;
  return field.kind === 'address' || field.kind === 'text' ? 'bytes' : field.kind;
}

/** Messages of the protocol that this package does not have, by the reason. Messages inside them are left out too. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'nodes send it to each other, and this node has no peers':
    'BackupMessage BlockInventory ChainInventory DisconnectMessage Endpoint FindNeighbours HelloMessage Inventory InventoryItems Items Neighbours PBFTCommitResult PBFTMessage PingMessage PongMessage SRL Transactions',
  'only the gRPC interface has it; HTTP writes its fields as JSON of its own':
    'AccountPaginated Address BlockExtention BlockLimit BlockList BlockListExtention BlockReference BlockReq DynamicProperties EmptyMessage Node NodeList TimeMessage TimePaginatedMessage TransactionIdList TransactionInfoList TransactionLimit TransactionList TransactionListExtention',
  'it says how a machine and its connections are doing; HTTP answers with an object of Java instead':
    'MetricsInfo NodeInfo',
  'only the database of a node has it': 'MarketAccountOrder MarketOrderIdList TransactionRet Votes',
  'nothing on the network uses it any more':
    'BuyStorageBytesContract BuyStorageContract SellStorageContract TXInput TXOutput TXOutputs',
  'balance traces are not modelled':
    'AccountBalanceRequest AccountBalanceResponse AccountIdentifier AccountTrace BlockBalanceTrace TransactionBalanceTrace',
  'shielded transfers are not modelled':
    'AuthenticationPath BlockIncrementalMerkleTree DecryptNotes DecryptNotesMarked DecryptNotesTRC20 DiversifierMessage ExpandedSpendingKeyMessage IncomingViewingKeyDiversifierMessage IncomingViewingKeyMessage IncrementalMerkleTree IncrementalMerkleVoucher IncrementalMerkleVoucherInfo IvkDecryptAndMarkParameters IvkDecryptParameters IvkDecryptTRC20Parameters MerklePath NfParameters NfTRC20Parameters Note NoteParameters NullifierResult OutputPoint OutputPointInfo OvkDecryptParameters OvkDecryptTRC20Parameters PaymentAddressMessage PedersenHash PrivateParameters PrivateParametersWithoutAsk PrivateShieldedTRC20Parameters PrivateShieldedTRC20ParametersWithoutAsk ReceiveNote ShieldedAddressInfo ShieldedTRC20Parameters ShieldedTRC20TriggerContractParameters SpendAuthSigParameters SpendNote SpendNoteTRC20 SpendResult ViewingKeyMessage ZksnarkRequest ZksnarkResponse',
};

test.each([...schemas])('%s has the fields of the protocol', (name, { fields }) => {
  expect(
    fields.map((field) => ({
      number: field.number,
      name: field.name,
      type: typeOf(field),
      repeated: field.repeated && field.kind !== 'map',
    })),
  ).toEqual(PROTOCOL_MESSAGES.get(name));
});

test.each(definitions.filter((schema) => 'values' in schema).map((schema) => [schema.name, schema] as const))(
  '%s has the values of the protocol',
  (name, { values }) => {
    expect(values).toEqual(PROTOCOL_ENUMERATIONS.get(name));
  },
);

test('every contract type has the message of its name', () => {
  const types = PROTOCOL_ENUMERATIONS.get('Transaction.Contract.ContractType') ?? {};
  for (const [number, { name }] of contractSchemas) expect(types[name]).toBe(number);
});

test('a message of the protocol is here or has a reason why not', () => {
  const leftOut = Object.values(LEFT_OUT).flatMap((names) => names.split(' '));
  const absent = [...PROTOCOL_MESSAGES.keys()].filter((name) => !schemas.has(name));
  const inAbsent = (name: string): boolean => absent.some((other) => name.startsWith(`${other}.`));
  expect(leftOut.toSorted()).toEqual(absent.filter((name) => !inAbsent(name)).toSorted());
});
